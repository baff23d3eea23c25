import type { Tx } from '../../../platform/database/tx.js';
import { checkPurchaseLimits } from './check-purchase-limits.js';
import {
  type Basket,
  deletePurchases,
  insertPurchases,
  isPurchaseLimited,
  isTaken,
  type LimitUse,
  lockCustomer,
} from './repository.js';

/**
 * Counts a sale against the limits of its customer, once per sale. Gives back the limits it would
 * break; then nothing was counted and the sale must not happen.
 */
export async function takeAllowance(
  tx: Tx,
  saleId: string,
  basket: Basket,
  now: Date,
): Promise<LimitUse[]> {
  // Most goods have no limit, and then there is nothing to wait for and nothing to count.
  if (!(await isPurchaseLimited(tx, basket.storeId, basket.lines))) return [];
  const { customerKey } = basket;
  if (customerKey !== null) {
    await lockCustomer(tx, customerKey);
    if (await isTaken(tx, saleId)) return [];
  }
  const exceeded = await checkPurchaseLimits(tx, basket, now);
  if (exceeded.length === 0 && customerKey !== null) {
    await insertPurchases(tx, saleId, basket, now);
  }
  return exceeded;
}

/** The sale is undone: what it counted is free again. */
export const giveBackAllowance = (tx: Tx, saleId: string): Promise<void> =>
  deletePurchases(tx, saleId);
