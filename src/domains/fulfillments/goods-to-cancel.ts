import type { Reader } from '../../platform/database/tx.js';
import type { Sale, SaleLine } from '../transactions/index.js';
import { type Fulfillment, fulfillmentsOf, itemsSent } from './repository.js';
import { coversSale, type Item, toSend } from './rules.js';

/**
 * What a cancel of this fulfillment takes back: the units of the sale that have not left, unless
 * another fulfillment of the sale still delivers them or has done so. A parcel that has left counts
 * by its items.
 */
export async function goodsToCancel(
  reader: Reader,
  row: Fulfillment,
  sale: Pick<Sale, 'id'>,
  lines: readonly SaleLine[],
): Promise<Item[]> {
  const [siblings, sent] = await Promise.all([
    fulfillmentsOf(reader, sale.id),
    itemsSent(reader, sale.id),
  ]);
  if (siblings.some(other => other.id !== row.id && coversSale(other))) return [];
  const returned = lines.map(line => ({ sku: line.sku, quantity: line.returned_quantity }));
  return toSend(lines, sent, returned).waiting;
}
