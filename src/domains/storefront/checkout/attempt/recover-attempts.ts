import { addMs, SECOND_MS } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { constant } from '../../../../platform/work/queues/back-off.js';
import { defineQueue } from '../../../../platform/work/queues/queue.js';
import { claimOne } from '../../../../platform/work/queues/repository.js';
import { type Outcome, paysByOrder, processorFor } from '../../../payments/index.js';
import { closeChallenge } from '../challenge/close-challenge.js';
import { type Checkout, checkoutById } from '../repository.js';
import {
  attemptOutcomeOf,
  chargeKey,
  isInPayment,
  LEASE_SECONDS,
  OUTCOME_WAIT_MS,
  uncertainOutcome,
} from '../rules.js';
import { forgetAttempt, type RunningAttempt } from './attempt-repository.js';
import { draftIn } from './packed-draft.js';
import { settlePayment } from './settle-payment.js';
import { type PaymentToSettle, paymentOf } from './write-draft.js';

/**
 * Attempts whose process died, and open challenges. `lease_until` is the time of the next look: of a
 * charge the end of its lease, of a challenge the next check. An attempt that has ended has no row, so
 * the table is small and needs no index on the time.
 */
export const attemptQueue = defineQueue<RunningAttempt>({
  name: 'storefront:attempts',
  table: 'checkout_attempts',
  key: ['cart_id'],
  due: 'lease_until',
  lease: 'lease_until',
  attempts: 'attempt',
  attemptsCount: 'nothing',
  error: null,
  open: 'true',
  parked: 'false',
  clock: 'database',
  leaseMs: LEASE_SECONDS * SECOND_MS,
  backOff: constant(LEASE_SECONDS * SECOND_MS),
  batch: 1,
  // Leaves database connections to shoppers.
  concurrency: 8,
  handle: async (platform, attempts) => {
    for (const attempt of attempts) await recover(platform, attempt);
  },
});

/** Recovers one checkout on behalf of a waiting request, if its lease has run out. */
export async function recoverOne(
  platform: Platform,
  { id, cart_id }: Pick<Checkout, 'id' | 'cart_id'>,
): Promise<void> {
  const { db, clock, log } = platform;
  const attempt = await claimOne(db, attemptQueue, clock, [cart_id]);
  if (attempt === undefined) return;
  await recover(platform, attempt).catch((error: unknown) => {
    log.error({ err: error, checkout: id }, 'checkout recovery failed; will retry');
  });
}

async function recover(platform: Platform, attempt: RunningAttempt): Promise<void> {
  const checkout = await checkoutById(platform.db, attempt.checkout_id);
  if (checkout === undefined) {
    await forgetAttempt(platform.db, attempt.cart_id);
    return;
  }
  // Settled since the attempt was claimed.
  if (!isInPayment(checkout.status) || checkout.attempt !== attempt.attempt) return;
  const payment = await paymentOf(platform.db, checkout, draftIn(attempt));
  if (payment === undefined) throw new Error('attempt without a payment');
  if (checkout.status === 'payment_processing') await recoverCharge(platform, checkout, payment);
  else await recoverChallenge(platform, checkout, payment);
}

/** The process died before, during or after the charge, so the processor is asked for it. */
async function recoverCharge(
  platform: Platform,
  checkout: Checkout,
  payment: PaymentToSettle,
): Promise<void> {
  const outcome = await processorFor(platform, payment.processor_type ?? 'primary').find({
    idempotencyKey: chargeKey(checkout.id, checkout.attempt),
    token: checkout.order_reference,
    since: payment.created_at,
  });
  if (outcome?.outcome === 'unknown' && isWithinWait(platform, payment.created_at)) return;
  // A charge the processor does not know may still arrive, so it counts as uncertain.
  const attemptOutcome =
    outcome === null ? uncertainOutcome('not_charged') : attemptOutcomeOf(outcome);
  await settlePayment(platform, payment, attemptOutcome);
}

const isWithinWait = ({ clock }: Platform, since: Date): boolean =>
  clock.now() < addMs(since, OUTCOME_WAIT_MS);

/** Places the order also if the shopper closed the tab after the challenge. */
async function recoverChallenge(
  platform: Platform,
  checkout: Checkout,
  payment: PaymentToSettle,
): Promise<void> {
  if (checkout.expires_at <= platform.clock.now()) {
    await closeChallenge(platform, checkout, payment, 'expired');
    return;
  }
  const type = payment.processor_type ?? 'primary';
  const processor = processorFor(platform, type);
  const paymentId = payment.processor_transaction_id ?? '';
  // An approved order is charged by its confirmation only. The sandbox would approve it as well.
  const outcome: Outcome | null =
    paysByOrder(type) && !processor.isSandbox
      ? await processor.confirm(paymentId)
      : await processor.find({ paymentId });
  if (outcome?.outcome !== 'succeeded' && outcome?.outcome !== 'declined') return;
  await settlePayment(platform, payment, attemptOutcomeOf(outcome));
}
