import { record } from '../../../platform/events/outbox.js';
import { movePayment, paymentSaved } from '../../payments/index.js';
import { moveSale, saleUpdated } from '../../transactions/index.js';
import { failAttempt } from './fail-attempt.js';
import { type Checkout, moveCheckout } from './repository.js';
import { awaitsCharge, CHALLENGE_LOOK_SECONDS, type Ending, type Verdict } from './rules.js';
import type { Scene } from './scene.js';

/**
 * The card holder has to prove something first. The goods stay held meanwhile, and a job looks
 * after the challenge, because the shopper may never come back to tell.
 */
export async function openChallenge(
  scene: Scene,
  { processorPaymentId }: Verdict & { kind: 'challenge' },
  ending: Ending,
): Promise<Checkout> {
  const { tx, checkout, sale, payment, now } = scene;
  const waiting =
    payment.status === 'pending'
      ? await movePayment(tx, payment.id, ['pending'], {
          status: 'requires_action',
          processorTransactionId: processorPaymentId,
        })
      : payment;
  if (waiting === undefined) throw new Error('a locked payment has changed');
  if (ending !== 'payment_failed' || !awaitsCharge(sale.status)) {
    // The challenge could not be called off, so it has to be watched until it is over.
    return failAttempt(
      { ...scene, payment: waiting },
      { code: 'canceled', message: 'The payment was canceled.', inDoubt: true },
      ending,
    );
  }
  if (payment.status !== 'pending') return checkout;
  await moveSale(tx, sale.id, 'payment_requires_action');
  await record(
    tx,
    paymentSaved(waiting),
    saleUpdated(sale, {
      status: 'payment_requires_action',
      change_due: sale.change_due,
      source_system: sale.source_system,
    }),
  );
  return moveCheckout(tx, checkout.id, {
    status: 'payment_requires_action',
    leaseSeconds: CHALLENGE_LOOK_SECONDS,
    updated_at: now,
  });
}
