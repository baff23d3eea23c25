import type { Tx } from '../../../platform/database/tx.js';
import { pointsEntries } from '../expiry-repository.js';
import { pointsAccountOf } from '../repository.js';
import { expiredOfSale } from './lots.js';

/**
 * How many of the points that a sale earned have expired. Locks the account, so that no more of them
 * expire before the transaction ends.
 */
export const expiredPointsOfSale = async (
  tx: Tx,
  customerId: string,
  saleId: string,
): Promise<number> =>
  expiredOfSale(await pointsEntries(tx, await pointsAccountOf(tx, customerId)), saleId);
