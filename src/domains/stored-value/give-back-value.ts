import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import type { Minor } from '../../platform/money.js';
import { pointsExpiry } from './expiry-repository.js';
import { insertEntry, lockAccount, movedByPayment, prolongAccount } from './repository.js';
import { pointsGivenBack } from './rules.js';

/** A card that has expired since it paid can be spent for another year after a refund. */
const PROLONGED_DAYS = 365;

export type ValueRefund = {
  accountId: string;
  paymentId: string;
  refundId: string;
  amount: string;
  /** The amount of the payment, and what all of its refunds come to with this one. */
  paidMinor: Minor;
  refundedMinor: Minor;
  sale: { id: string; number: string };
  storeId: string;
  now: Date;
};

/**
 * Refunds an amount to the account that paid it. Points come back in proportion to the money; the
 * last refund gives back the rest of them.
 */
export async function giveBackValue(tx: Tx, refund: ValueRefund): Promise<void> {
  const account = await lockAccount(tx, refund.accountId);
  if (account === undefined) throw new Error('the account of a payment is missing');
  const isPoints = account.kind === 'points';
  const amount = isPoints ? String(await pointsOf(tx, refund)) : refund.amount;
  if (Number(amount) === 0) return;
  await insertEntry(tx, {
    id: newId(),
    accountId: account.id,
    kind: 'refunded',
    amount,
    sale: refund.sale,
    storeId: refund.storeId,
    paymentId: refund.paymentId,
    refundId: refund.refundId,
    // As valid as new ones: those that paid may have expired since.
    expiresAt: isPoints ? await pointsExpiry(tx, refund.storeId, refund.now) : null,
    at: refund.now,
  });
  if (account.expires_at !== null && account.expires_at <= refund.now) {
    await prolongAccount(tx, account.id, refund.now, PROLONGED_DAYS);
  }
}

async function pointsOf(tx: Tx, refund: ValueRefund): Promise<number> {
  const { spent, returned } = await movedByPayment(tx, refund.paymentId);
  return pointsGivenBack({ ...refund, spent, returned });
}
