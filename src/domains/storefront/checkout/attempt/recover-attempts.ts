import { addMs } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Outcome, type Payment, paymentById, processorFor } from '../../../payments/index.js';
import { closeChallenge } from '../challenge/close-challenge.js';
import { type Checkout, claimOne, claimUnattended } from '../repository.js';
import { chargeKey, LEASE_SECONDS, PATIENCE_MS, unanswered, verdictOf } from '../rules.js';
import { settlePayment } from './settle-payment.js';

/** As many at once, so that recovery leaves connections to those who are shopping. */
const BATCH = 8;

/**
 * Finishes or undoes attempts that nobody attends to, and looks after open challenges, until none
 * is due. Any number of nodes may do so at once. Says how many were taken in hand.
 */
export async function recoverAttempts(platform: Platform): Promise<number> {
  let total = 0;
  for (;;) {
    const claimed = await claimUnattended(platform.db, LEASE_SECONDS, BATCH);
    await Promise.all(claimed.map(checkout => recover(platform, checkout)));
    total += claimed.length;
    if (claimed.length < BATCH) return total;
  }
}

/** The same for one checkout that somebody waits for. */
export async function recoverOne(platform: Platform, checkoutId: string): Promise<void> {
  const claimed = await claimOne(platform.db, checkoutId, LEASE_SECONDS);
  await Promise.all(claimed.map(checkout => recover(platform, checkout)));
}

async function recover(platform: Platform, checkout: Checkout): Promise<void> {
  try {
    const id = checkout.payment_id;
    const payment = id === null ? undefined : await paymentById(platform.db, id);
    if (payment === undefined) throw new Error('an attempt has no payment');
    if (checkout.status === 'payment_processing') await recoverCharge(platform, checkout, payment);
    else await followChallenge(platform, checkout, payment);
  } catch (error) {
    // Its lease runs out again, and then somebody else tries.
    platform.log.error({ err: error, checkout: checkout.id }, 'an attempt could not be recovered');
  }
}

/** A charge was sent, or was about to be, and whoever sent it is gone: only the processor knows. */
async function recoverCharge(
  platform: Platform,
  checkout: Checkout,
  payment: Payment,
): Promise<void> {
  const outcome = await processorFor(platform, payment.processor_type ?? 'primary').find({
    idempotencyKey: chargeKey(checkout.id, checkout.attempt),
    token: checkout.order_reference,
    since: payment.created_at,
  });
  if (outcome?.outcome === 'unknown' && isEarly(platform, payment.created_at)) return;
  // Never seen is no promise that a request on its way will not arrive, so the doubt stays.
  const verdict = outcome === null ? unanswered('not_charged') : verdictOf(outcome);
  await settlePayment(platform, payment, verdict);
}

const isEarly = ({ clock }: Platform, since: Date): boolean =>
  clock.now() < addMs(since, PATIENCE_MS);

/** The shopper may have closed the tab after the challenge; the order stands all the same. */
async function followChallenge(
  platform: Platform,
  checkout: Checkout,
  payment: Payment,
): Promise<void> {
  if (checkout.expires_at <= platform.clock.now()) {
    await closeChallenge(platform, checkout, payment, 'expired');
    return;
  }
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const paymentId = payment.processor_transaction_id ?? '';
  const outcome: Outcome | null = await processor.find({ paymentId });
  if (outcome?.outcome !== 'succeeded' && outcome?.outcome !== 'declined') return;
  await settlePayment(platform, payment, verdictOf(outcome));
}
