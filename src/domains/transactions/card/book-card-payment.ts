import type { Tx } from '../../../platform/database/tx.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import {
  heldMoney,
  movePayment,
  openRefund,
  type Payment,
  paymentSaved,
  type ReaderOutcome,
} from '../../payments/index.js';
import type { Tender } from '../payments/plan-payment.js';
import { takePayment } from '../payments/take-payment.js';
import type { Sale } from '../repository.js';
import { isPayable } from '../rules.js';
import { announce } from './announce.js';
import { type CardAttempt, setCardHold, updateAttempt } from './attempt-repository.js';
import { isOpen } from './rules.js';

type Charge = Extract<ReaderOutcome, { outcome: 'succeeded' }>;

/** An attempt with its payment and its sale, all locked. */
export type Locked = {
  platform: Platform;
  tx: Tx;
  sale: Sale;
  payment: Payment;
  attempt: CardAttempt;
  now: Date;
};

/** Books a charge onto its sale. If the sale takes no payment any more, refunds it. */
export async function bookCardPayment(locked: Locked, charge: Charge): Promise<string | undefined> {
  const { platform, tx, sale, payment, attempt, now } = locked;
  if (payment.status === 'voided' || !isPayable(sale.status)) {
    return refundCardPayment(locked, charge);
  }
  await takePayment(platform, tx, {
    sale: sale.transaction_number,
    method: payment.payment_method_id,
    tendered: formatMoney(chargeOf(payment), payment.currency),
    tip: payment.tip,
    operatorId: payment.operator_id,
    registerId: payment.register_id,
    maySee: () => true,
    ...(attempt.age_check !== null && { ageCheck: attempt.age_check as Tender['ageCheck'] }),
    processorTransactionId: charge.paymentId,
    processedAt: now,
    card: {
      paymentId: payment.id,
      lastFour: charge.card?.lastFour ?? null,
      brand: charge.card?.brand ?? null,
      reviewReason: reviewReason(charge, payment),
    },
  });
  const done = { status: 'succeeded', attempts: 0, nextAttemptAt: now, now } as const;
  await updateAttempt(tx, payment.id, done);
  await announce(tx, payment.id);
  return undefined;
}

/** Opens the refund of a charge that its sale cannot take; the caller runs it. */
export async function refundCardPayment(
  { tx, attempt, payment, now }: Locked,
  charge: Charge,
): Promise<string | undefined> {
  if (heldMoney(payment)) return undefined;
  const reason = reviewReason(charge, payment);
  const taken = await movePayment(tx, payment.id, [payment.status], {
    status: 'voided',
    processorTransactionId: charge.paymentId,
    processedAt: now,
    verification: reason === null ? 'confirmed' : 'mismatch',
    reviewReason: reason,
    cardLastFour: charge.card?.lastFour ?? null,
    cardBrand: charge.card?.brand ?? null,
  });
  if (taken === undefined) throw new Error('a locked payment changed its status');
  const refund = await openRefund(tx, {
    paymentId: payment.id,
    ...refundOf(charge, payment),
    cause: 'late_success',
    reason: 'The card was charged after the sale was closed.',
    requestedBy: null,
    now,
  });
  if (isOpen(attempt.status)) await setCardHold(tx, attempt.transaction_id, '0.00');
  await updateAttempt(tx, payment.id, {
    status: 'canceled',
    failureCode: 'refunded',
    message: 'The sale was closed meanwhile; the card gets its money back.',
    attempts: attempt.attempts,
    nextAttemptAt: now,
    now,
  });
  await record(tx, paymentSaved(taken));
  await announce(tx, payment.id);
  return refund.status === 'pending' ? refund.id : undefined;
}

/** What the card is charged: the part of the sale and the tip. */
const chargeOf = ({ amount, tip, currency }: Payment): Minor =>
  minor(amount, currency) + minor(tip, currency);

/** All that was charged; of a smaller charge the tip is what exceeds the part of the sale. */
function refundOf(charge: Charge, payment: Payment): { amountMinor: Minor; tipMinor: Minor } {
  const amountMinor = Math.min(charge.amountMinor, minor(payment.amount, payment.currency));
  const tipMinor = Math.min(charge.amountMinor - amountMinor, minor(payment.tip, payment.currency));
  return { amountMinor, tipMinor };
}

const reviewReason = (charge: Charge, payment: Payment): string | null =>
  charge.amountMinor === chargeOf(payment) && charge.currency === payment.currency
    ? null
    : 'The processor took another amount than was asked for.';
