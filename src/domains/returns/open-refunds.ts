import type { Tx } from '../../platform/database/tx.js';
import { conflict, invalidField } from '../../platform/http/failure.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { OrderActor } from '../access/index.js';
import { openRefund, type Payment, type RefundDestination } from '../payments/index.js';
import { drawerFor } from '../shifts/index.js';
import { issueStoreCredit } from '../stored-value/index.js';
import type { Sale } from '../transactions/index.js';
import { giftCardPayments, linkRefunds, type ReturnRow } from './repository.js';
import { less, type Share, spread, totalOf } from './rules.js';

/** Where the money of a return goes; `gift_card` is the card that paid, and no other payment. */
export type ReturnDestination = RefundDestination | 'gift_card';

/** The money of a return: what new goods take of it, and what the customer gets. */
export type ReturnMoney = {
  exchanged: readonly Share[];
  paidOut: readonly Share[];
};

/** Splits the money of a return over the payments. What is paid out uses the newest first. */
export async function splitMoney(
  tx: Tx,
  sale: Sale,
  left: readonly Share[],
  { exchangedMinor, paidOutMinor }: { exchangedMinor: Minor; paidOutMinor: Minor },
  to: ReturnDestination,
): Promise<ReturnMoney> {
  const cards = to === 'gift_card' ? await giftCardPayments(tx, sale.id) : undefined;
  const usable = cards ? left.filter(({ paymentId }) => cards.has(paymentId)) : left;
  if (paidOutMinor > totalOf(usable)) {
    const most = formatMoney(totalOf(usable), sale.currency);
    throw invalidField('refund_to', `Gift cards paid only ${most} of this.`, 'REFUND_TO_NOT_PAID');
  }
  const paidOut = spread(paidOutMinor, usable);
  return { paidOut, exchanged: spread(exchangedMinor, less(left, paidOut)) };
}

/** Refuses a payout in cash or as credit for a card payment that nobody has confirmed. */
export function refuseUnverified(payments: readonly Payment[], shares: readonly Share[]): void {
  const unverified = payments.find(
    ({ id, verification, review_decision }) =>
      (verification === 'unverified' || verification === 'mismatch') &&
      review_decision !== 'accept' &&
      shares.some(share => share.paymentId === id && share.amountMinor > 0),
  );
  if (unverified === undefined) return;
  throw conflict(
    'PAYMENT_UNVERIFIED',
    'The processor has not confirmed this card payment. Refund it to the card, or ask a manager to pay it out.',
    { payment_id: unverified.id },
  );
}

type Subject = { row: ReturnRow; sale: Sale };

/**
 * Opens the refunds of a return. New goods and a payout as credit share one store credit. Returns
 * the refunds that still need the processor.
 */
export async function openRefunds(
  tx: Tx,
  caller: OrderActor,
  { row, sale }: Subject,
  { paidOut, exchanged }: ReturnMoney,
  { refundTo, shiftId }: { refundTo: ReturnDestination; shiftId?: string | null },
  now: Date,
): Promise<string[]> {
  const isCredit = refundTo === 'store_credit';
  const storeCreditId = await creditFor(
    tx,
    { row, sale },
    totalOf(exchanged) + (isCredit ? totalOf(paidOut) : 0),
    now,
  );
  const money = { store_id: row.store_id, currency: sale.currency };
  const drawer = await drawerFor(tx, caller, money, shiftId);
  const to: RefundDestination = refundTo === 'gift_card' ? 'original' : refundTo;
  const waiting: string[] = [];
  for (const share of [
    ...exchanged.map(part => ({ ...part, to: 'store_credit' as const })),
    ...paidOut.map(part => ({ ...part, to })),
  ]) {
    const opened = await openRefund(tx, {
      ...share,
      cause: 'return',
      reason: `Return ${row.return_number}`,
      requestedBy: caller.userId,
      ...drawer,
      storeId: row.store_id,
      now,
      storeCreditId,
    });
    await linkRefunds(tx, row.id, [opened.id]);
    if (opened.status === 'pending' && opened.action_required === null) waiting.push(opened.id);
  }
  return waiting;
}

async function creditFor(
  tx: Tx,
  { row, sale }: Subject,
  amountMinor: Minor,
  now: Date,
): Promise<string | undefined> {
  if (amountMinor === 0) return undefined;
  const credit = await issueStoreCredit(tx, {
    storeId: row.store_id,
    customerId: sale.customer_id,
    currency: sale.currency,
    amountMinor,
    origin: { returnId: row.id, sale: { id: sale.id, number: sale.transaction_number } },
    now,
  });
  return credit.id;
}
