import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import {
  insertTaxClass,
  type TaxClass,
  taxClassByCode,
  updateTaxClass,
} from './rate-repository.js';
import type { TaxClassBody } from './schemas.js';

/** Creates a tax class, or renames it. Its code is what products and rates refer to. */
export async function saveTaxClass(
  tx: Tx,
  code: string | undefined,
  change: Partial<Static<typeof TaxClassBody>>,
): Promise<TaxClass> {
  if (code !== undefined && change.code !== undefined && change.code !== code) {
    throw invalidField('code', 'The code of a tax class cannot change.');
  }
  try {
    if (code === undefined) {
      await insertTaxClass(tx, { code: change.code ?? '', name: change.name ?? '' });
    } else if (change.name !== undefined) await updateTaxClass(tx, code, change.name);
  } catch (error) {
    if (brokenConstraint(error) === 'tax_classes_pkey') {
      throw conflict('DUPLICATE', 'Another tax class has this code.');
    }
    throw error;
  }
  const saved = await taxClassByCode(tx, code ?? change.code ?? '');
  if (saved === undefined) throw notFound('Tax class');
  return saved;
}
