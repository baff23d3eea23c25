import type { Reader } from '../../../platform/database/tx.js';
import { type Basket, type LimitUse, limitUses } from './repository.js';

export const isExceeded = (use: LimitUse): boolean =>
  use.requested > 0 && use.purchased + use.requested > use.max_quantity;

/** Returns the limits that a basket would exceed. A preview: it neither locks nor counts. */
export async function checkPurchaseLimits(
  reader: Reader,
  basket: Basket,
  now = new Date(),
): Promise<LimitUse[]> {
  return (await limitUses(reader, basket, now)).filter(isExceeded);
}
