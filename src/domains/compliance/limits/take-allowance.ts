import type { Tx } from '../../../platform/database/tx.js';
import { checkPurchaseLimits } from './check-purchase-limits.js';
import {
  type Basket,
  deletePurchases,
  insertPurchases,
  isCounted,
  isPurchaseLimited,
  type LimitUse,
  lockCustomer,
} from './repository.js';

/**
 * Counts a sale against the customer's purchase limits, once per sale. Returns the limits it would
 * exceed; in that case nothing is counted and the caller must refuse the sale.
 */
export async function takeAllowance(
  tx: Tx,
  saleId: string,
  basket: Basket,
  now: Date,
): Promise<LimitUse[]> {
  // Most products have no limit; skip the customer lock for them.
  if (!(await isPurchaseLimited(tx, basket.storeId, basket.lines))) return [];
  const { customerKey } = basket;
  if (customerKey !== null) {
    await lockCustomer(tx, basket);
    if (await isCounted(tx, saleId)) return [];
  }
  const exceeded = await checkPurchaseLimits(tx, basket, now);
  if (exceeded.length === 0 && customerKey !== null) {
    await insertPurchases(tx, saleId, basket, now);
  }
  return exceeded;
}

/** Removes the counts of a sale that was voided or not completed. */
export const releaseAllowance = (tx: Tx, saleId: string): Promise<void> =>
  deletePurchases(tx, saleId);
