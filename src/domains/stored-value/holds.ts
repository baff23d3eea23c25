import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { insertEntry, lockAccount, outstandingHolds } from './repository.js';

export type Hold = {
  /** The id of the sale that the value is kept for. */
  holdId: string;
  accountId: string;
  amount: string;
  storeId: string;
  at: Date;
};

/** Keeps value for an order while its card is charged. Fails if the balance is too low. */
export const holdValue = (tx: Tx, { amount, ...hold }: Hold): Promise<void> =>
  insertEntry(tx, { ...hold, id: newId(), kind: 'held', amount: `-${amount}` });

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
  paymentId: string;
  sale: { id: string; number: string };
  storeId: string;
  at: Date;
};

/** Turns what an order holds of one account, in money or points, into a payment. */
export async function spendHold(tx: Tx, payment: HeldPayment): Promise<void> {
  const { holdId, storeId, at } = payment;
  const account = await lockAccount(tx, payment.accountId);
  const hold = (await outstandingHolds(tx, holdId)).find(held => held.account_id === account?.id);
  if (hold === undefined) throw new Error('the value that an order holds is missing');
  const { account_id: accountId, amount } = hold;
  const release = { id: newId(), accountId, kind: 'released' as const, amount };
  await insertEntry(tx, { ...release, holdId, storeId, at });
  const spent = { id: newId(), accountId, kind: 'spent' as const, amount: `-${amount}` };
  await insertEntry(tx, { ...payment, ...spent });
}
