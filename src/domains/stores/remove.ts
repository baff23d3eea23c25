import { sqlState, type Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { NewEvent } from '../../platform/work/events/define-event.js';
import { record } from '../../platform/work/events/outbox.js';
import { jurisdictionDeleted, siteDeleted, storeDeleted } from './events.js';
import {
  deleteJurisdiction,
  deleteSite,
  deleteStore,
  findStore,
  jurisdictionById,
  siteById,
} from './repository.js';
import { BUILT_IN_TAX_CLASSES } from './rules.js';
import { jurisdictionChanged } from './save-tax-rate.js';
import {
  deleteTaxClass,
  deleteTaxRate,
  taxClassByCode,
  taxRateById,
} from './tax-rate-repository.js';

const FOREIGN_KEY_VIOLATION = '23503';

type Row = { id: string; sanity_id: string | null };

/** Refuses to delete a row that other records refer to. */
async function remove(
  tx: Tx,
  what: { name: string; deleted: (row: Row) => NewEvent },
  found: Row | undefined,
  erase: (tx: Tx, id: string) => Promise<unknown>,
): Promise<void> {
  if (found === undefined) throw notFound(what.name);
  try {
    await erase(tx, found.id);
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw conflict(
      'IN_USE',
      `${what.name} is in use and cannot be deleted; set is_active to false instead.`,
    );
  }
  await record(tx, what.deleted(found));
}

export const removeStore = async (tx: Tx, id: string): Promise<void> =>
  remove(tx, { name: 'Store', deleted: storeDeleted }, await findStore(tx, id), deleteStore);

export const removeSite = async (tx: Tx, id: string): Promise<void> =>
  remove(tx, { name: 'Site', deleted: siteDeleted }, await siteById(tx, id), deleteSite);

export const removeJurisdiction = async (tx: Tx, id: string): Promise<void> =>
  remove(
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
    throw sqlState(error) === FOREIGN_KEY_VIOLATION ? inUse : error;
  }
}

export async function removeTaxRate(tx: Tx, id: string): Promise<void> {
  const found = await taxRateById(tx, id);
  if (found === undefined) throw notFound('Tax rate');
  await deleteTaxRate(tx, id);
  await jurisdictionChanged(tx, found);
}
