import type { Reader } from '../../platform/database/tx.js';
import { partsOfProduct } from './parts-repository.js';
import type { NamedRecord } from './repository.js';

/** An id of a product: a number without leading zeros. */
const PRODUCT_ID = /^[1-9]\d{0,8}$/;

/** The records whose entries are the history of a record: of a product also variants and prices. */
export async function recordsIn(reader: Reader, type: string, id: string): Promise<NamedRecord[]> {
  const record = { type, id, name: null };
  if (type !== 'products' || !PRODUCT_ID.test(id)) return [record];
  return [record, ...(await partsOfProduct(reader, id))];
}
