import { addMs, SECOND_MS } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { constant } from '../../../../platform/work/queues/back-off.js';
import { defineQueue } from '../../../../platform/work/queues/queue.js';
import { claimOne } from '../../../../platform/work/queues/repository.js';
import { type Outcome, processorFor } from '../../../payments/index.js';
import { closeChallenge } from '../challenge/close-challenge.js';
import type { Checkout } from '../repository.js';
import {
  attemptOutcomeOf,
  chargeKey,
  LEASE_SECONDS,
  OUTCOME_WAIT_MS,
  uncertainOutcome,
} from '../rules.js';
import { settlePayment } from './settle-payment.js';
import { type PaymentToSettle, paymentOf } from './write-draft.js';

/**
 * Attempts whose process died, and open challenges. `lease_until` is the time of the next look: of a
 * charge the end of its lease, of a challenge the next check.
 */
export const attemptQueue = defineQueue<Checkout>({
  name: 'storefront:attempts',
  table: 'checkout_sessions',
  key: ['id'],
  due: 'lease_until',
  lease: 'lease_until',
  attempts: 'attempt',
  attemptsCount: 'nothing',
  error: null,
  open: "q.status in ('payment_processing', 'payment_requires_action')",
  parked: 'false',
  clock: 'database',
  leaseMs: LEASE_SECONDS * SECOND_MS,
  backOff: constant(LEASE_SECONDS * SECOND_MS),
  batch: 1,
  // Leaves database connections to shoppers.
  concurrency: 8,
  handle: async (platform, checkouts) => {
    for (const checkout of checkouts) await recover(platform, checkout);
  },
});

/** Recovers one checkout on behalf of a waiting request, if its lease has run out. */
export async function recoverOne(platform: Platform, checkoutId: string): Promise<void> {
  const { db, clock, log } = platform;
  const checkout = await claimOne(db, attemptQueue, clock, [checkoutId]);
  if (checkout === undefined) return;
  await recover(platform, checkout).catch((error: unknown) => {
    log.error({ err: error, checkout: checkoutId }, 'checkout recovery failed; will retry');
  });
}

async function recover(platform: Platform, checkout: Checkout): Promise<void> {
  const payment = await paymentOf(platform.db, checkout);
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
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const paymentId = payment.processor_transaction_id ?? '';
  const outcome: Outcome | null = await processor.find({ paymentId });
  if (outcome?.outcome !== 'succeeded' && outcome?.outcome !== 'declined') return;
  await settlePayment(platform, payment, attemptOutcomeOf(outcome));
}
