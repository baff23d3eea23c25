import { addMs } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Outcome, type Payment, paymentById, processorFor } from '../../../payments/index.js';
import { closeChallenge } from '../challenge/close-challenge.js';
import { type Checkout, claimExpiredLeases, claimOne } from '../repository.js';
import {
  attemptOutcomeOf,
  chargeKey,
  LEASE_SECONDS,
  OUTCOME_WAIT_MS,
  uncertainOutcome,
} from '../rules.js';
import { settlePayment } from './settle-payment.js';

/** Attempts recovered in parallel, so that recovery leaves connections to shoppers. */
const BATCH = 8;

/**
 * Settles attempts whose lease expired, and checks open challenges, until none is due. Safe on any
 * number of nodes. Returns how many were claimed.
 */
export async function recoverAttempts(platform: Platform): Promise<number> {
  let total = 0;
  for (;;) {
    const claimed = await claimExpiredLeases(platform.db, LEASE_SECONDS, BATCH);
    await Promise.all(claimed.map(checkout => recover(platform, checkout)));
    total += claimed.length;
    if (claimed.length < BATCH) return total;
  }
}

/** Recovers one checkout on behalf of a waiting request. */
export async function recoverOne(platform: Platform, checkoutId: string): Promise<void> {
  const claimed = await claimOne(platform.db, checkoutId, LEASE_SECONDS);
  await Promise.all(claimed.map(checkout => recover(platform, checkout)));
}

async function recover(platform: Platform, checkout: Checkout): Promise<void> {
  try {
    const id = checkout.payment_id;
    const payment = id === null ? undefined : await paymentById(platform.db, id);
    if (payment === undefined) throw new Error('attempt without a payment');
    if (checkout.status === 'payment_processing') await recoverCharge(platform, checkout, payment);
    else await recoverChallenge(platform, checkout, payment);
  } catch (error) {
    platform.log.error(
      { err: error, checkout: checkout.id },
      'checkout attempt recovery failed; will retry after its lease',
    );
  }
}

/** The process died before, during or after the charge, so the processor is asked for it. */
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
  await settlePayment(platform, payment, attemptOutcomeOf(outcome));
}
