import type { Reader } from '../../platform/database/tx.js';
import { importsOfProduct } from '../spreadsheets/index.js';
import { partsOfProduct } from './parts-repository.js';
import type { NamedRecord } from './repository.js';

/** An id of a product: a number without leading zeros. */
const PRODUCT_ID = /^[1-9]\d{0,8}$/;

/**
 * The records whose entries are the history of a record: of a product also its variants and prices,
 * and the imports that changed it, each with one entry and one for its undo.
 */
export async function recordsIn(reader: Reader, type: string, id: string): Promise<NamedRecord[]> {
  const record = { type, id, name: null };
  if (type !== 'products' || !PRODUCT_ID.test(id)) return [record];
  const [parts, imports] = await Promise.all([
    partsOfProduct(reader, id),
    importsOfProduct(reader, Number(id)),
  ]);
  return [record, ...parts, ...imports.map(one => ({ ...one, type: null }))];
}
