import type { Tx } from '../../../platform/database/tx.js';
import type { Promotion } from '../../pricing/index.js';

export type PromotionQuestion = {
  storeId: string;
  code: string | null;
  customerId: string | null;
  email: string;
  now: Date;
};

/** What runs at the store now, and what the code in the cart gives on top of it. */
export const promotionsFor = async (
  _tx: Tx,
  _question: PromotionQuestion,
): Promise<Promotion[]> => [];

/** Counts the use of a code with the sale that wants it; refuses one that is used up. */
export const claimCode = async (
  _tx: Tx,
  _use: PromotionQuestion & { saleId: string },
): Promise<void> => undefined;

/** Gives the use back when the sale comes to nothing. */
export const giveBackCode = async (_tx: Tx, _saleId: string): Promise<void> => undefined;
