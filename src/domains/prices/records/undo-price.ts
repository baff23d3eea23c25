import type { Tx } from '../../../platform/database/tx.js';
import type { Kept } from '../../catalog/index.js';
import type { PriceUndo } from './put-price-row.js';
import { deletePrice, priceById, updatePrice } from './repository.js';

/** Deletes a price that an import created, or restores the amount, unless it was changed since. */
export async function undoPrice(tx: Tx, change: PriceUndo): Promise<Kept[]> {
  const found = await priceById(tx, change.id);
  if (found === undefined) return [];
  if (Number(found.amount) !== Number(change.after)) {
    const key = `${found.price_list_code} ${found.sku}`;
    return [{ record: 'price', key, reason: 'changed', fields: ['amount'] }];
  }
  if (change.created) await deletePrice(tx, change.id);
  else if (change.before !== null) await updatePrice(tx, change.id, { amount: change.before });
  return [];
}
