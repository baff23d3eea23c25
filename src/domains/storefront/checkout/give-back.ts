import { record } from '../../../platform/events/outbox.js';
import { minor } from '../../../platform/money.js';
import { movePayment, openRefund, type Payment, paymentSaved } from '../../payments/index.js';
import { settleDoubt } from './doubt-repository.js';
import { closeSale } from './fail-attempt.js';
import { type Checkout, moveCheckout } from './repository.js';
import { type Ending, isExact, type Paid, type PaymentFailure } from './rules.js';
import type { Scene } from './scene.js';

/** Money for an order that cannot stand: it is counted as taken and given back at once. */
export async function giveBack(
  scene: Scene,
  verdict: Paid,
  failure: PaymentFailure,
  ending: Ending = 'payment_failed',
): Promise<Checkout> {
  const { tx, checkout, sale, payment, now } = scene;
  await takeAndRefund(scene, payment, verdict, failure.message);
  await closeSale(scene, ending, failure);
  // Where the counter took the money for this very sale, the customer has what was ordered.
  const isServed = sale.status === 'completed' || sale.status === 'partially_paid';
  return moveCheckout(tx, checkout.id, {
    status: isServed ? 'completed' : ending,
    failure,
    updated_at: now,
  });
}

/** Money that came after its attempt had been given up: the order is not revived for it. */
export const giveBackLate = (
  scene: Omit<Scene, 'checkout'>,
  payment: Payment,
  verdict: Paid,
): Promise<void> =>
  takeAndRefund(scene, payment, verdict, 'The payment came after the order was given up.');

async function takeAndRefund(
  { tx, now, refundIds }: Pick<Scene, 'tx' | 'now' | 'refundIds'>,
  payment: Payment,
  paid: Paid,
  reason: string,
): Promise<void> {
  const { processorPaymentId, amountMinor } = paid;
  const askedMinor = minor(payment.amount);
  const isAsAsked = isExact(paid, payment);
  const taken = await movePayment(tx, payment.id, [payment.status], {
    status: 'voided',
    processorTransactionId: processorPaymentId,
    processedAt: now,
    verification: isAsAsked ? 'confirmed' : 'mismatch',
    reviewReason: isAsAsked ? null : 'The processor took another amount than was asked for.',
  });
  if (taken === undefined) throw new Error('a locked payment has changed');
  const refund = await openRefund(tx, {
    paymentId: payment.id,
    // A processor that names no amount took what it was asked for, as far as anybody knows.
    amountMinor: amountMinor > 0 ? Math.min(amountMinor, askedMinor) : askedMinor,
    cause: 'late_success',
    reason,
    requestedBy: null,
    now,
  });
  refundIds.push(refund.id);
  await settleDoubt(tx, payment.id, 'refunded');
  await record(tx, paymentSaved(taken));
}
