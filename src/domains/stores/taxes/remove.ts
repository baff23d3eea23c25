import type { Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { jurisdictionDeleted } from '../events.js';
import { isStillReferred, removeUnused } from '../remove.js';
import { BUILT_IN_TAX_CLASSES } from '../rules.js';
import { deleteJurisdiction, jurisdictionById } from './jurisdiction-repository.js';
import { deleteTaxClass, deleteTaxRate, taxClassByCode, taxRateById } from './rate-repository.js';
import { jurisdictionChanged } from './save-tax-rate.js';

export const removeJurisdiction = async (tx: Tx, id: string): Promise<void> =>
  removeUnused(
    tx,
    { name: 'Tax jurisdiction', deleted: jurisdictionDeleted },
    await jurisdictionById(tx, id),
    deleteJurisdiction,
  );

/** A class that products, stores or rates refer to stays. */
export async function removeTaxClass(tx: Tx, code: string): Promise<void> {
  const found = await taxClassByCode(tx, code);
  if (found === undefined) throw notFound('Tax class');
  const inUse = conflict('IN_USE', 'This tax class is in use and cannot be deleted.');
  if (BUILT_IN_TAX_CLASSES.has(code)) throw inUse;
  try {
    await deleteTaxClass(tx, code);
  } catch (error) {
    throw isStillReferred(error) ? inUse : error;
  }
}

export async function removeTaxRate(tx: Tx, id: string): Promise<void> {
  const found = await taxRateById(tx, id);
  if (found === undefined) throw notFound('Tax rate');
  await deleteTaxRate(tx, id);
  await jurisdictionChanged(tx, found);
}
