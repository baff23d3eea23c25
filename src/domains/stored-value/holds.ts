import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import { insertEntry, outstandingHolds } from './repository.js';

export type Hold = {
  /** The id of the sale that the value is kept for. */
  holdId: string;
  accountId: string;
  amount: string;
  storeId: string;
  at: Date;
};

/** Keeps value for an order while its card is charged. Fails like a payment if it is not there. */
export const holdValue = (tx: Tx, { amount, ...hold }: Hold): Promise<void> =>
  insertEntry(tx, { ...hold, id: newId(), kind: 'held', amount: formatMoney(-minor(amount)) });

/** Gives back what an order holds. Does nothing if it holds nothing any more. */
export async function releaseHold(tx: Tx, holdId: string, storeId: string, at: Date) {
  const holds = await outstandingHolds(tx, holdId);
  for (const { account_id: accountId, amount } of holds) {
    await insertEntry(tx, {
      id: newId(),
      accountId,
      kind: 'released',
      amount,
      holdId,
      storeId,
      at,
    });
  }
  return holds;
}

export type HeldPayment = {
  holdId: string;
  accountId: string;
  amount: string;
  paymentId: string;
  sale: { id: string; number: string };
  storeId: string;
  at: Date;
};

/** Turns the value that an order holds into its payment. */
export async function spendHold(tx: Tx, payment: HeldPayment): Promise<void> {
  const { holdId, storeId, at, amount } = payment;
  await releaseHold(tx, holdId, storeId, at);
  await insertEntry(tx, {
    ...payment,
    id: newId(),
    kind: 'spent',
    amount: formatMoney(-minor(amount)),
  });
}
