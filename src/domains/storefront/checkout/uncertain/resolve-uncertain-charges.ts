import { addMs, SECOND_MS } from '../../../../platform/clock.js';
import { atomically } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import { record } from '../../../../platform/work/events/outbox.js';
import { defineQueue } from '../../../../platform/work/queues/queue.js';
import { fail } from '../../../../platform/work/queues/repository.js';
import { type Outcome, type Payment, paymentById, processorFor } from '../../../payments/index.js';
import { settlePayment } from '../attempt/settle-payment.js';
import { chargeUnknown } from '../events.js';
import {
  attemptOutcomeOf,
  GIVE_UP_MS,
  LEASE_SECONDS,
  NOT_CHARGED_AFTER_MS,
  uncertainBackOff,
} from '../rules.js';
import {
  closeUncertainCharge,
  type UncertainCharge,
  type UncertainChargeOutcome,
} from './repository.js';

/** Charges without a confirmed outcome. The processor is asked about them for a week. */
export const uncertainQueue = defineQueue<UncertainCharge>({
  name: 'storefront:uncertain-charges',
  table: 'uncertain_charges',
  key: ['payment_id'],
  due: 'next_attempt_at',
  lease: 'next_attempt_at',
  attempts: 'attempts',
  attemptsCount: 'claims',
  error: null,
  open: 'q.outcome is null',
  parked: "q.outcome = 'given_up'",
  reopen: 'outcome = null, settled_at = null',
  clock: 'database',
  leaseMs: LEASE_SECONDS * SECOND_MS,
  backOff: uncertainBackOff,
  batch: 1,
  // Leaves database connections to shoppers.
  concurrency: 8,
  handle: async (platform, charges) => {
    for (const charge of charges) await resolve(platform, charge);
  },
});

/** Asks the processor about a charge, and refunds one that took money. */
async function resolve(platform: Platform, charge: UncertainCharge): Promise<void> {
  const { db } = platform;
  const payment = await paymentById(db, charge.payment_id);
  if (payment === undefined) throw new Error('uncertain charge without a payment');
  const outcome = await findOrCancel(platform, charge, payment);
  if (outcome?.outcome === 'succeeded') {
    await settlePayment(platform, payment, attemptOutcomeOf(outcome));
    await close(platform, charge, payment, 'refunded');
  } else if (outcome?.outcome === 'declined' || (outcome === null && cannotArrive(charge))) {
    await close(platform, charge, payment, 'not_charged');
  } else if (addMs(charge.created_at, GIVE_UP_MS).getTime() < Date.now()) {
    await close(platform, charge, payment, 'given_up');
  } else {
    await fail(db, uncertainQueue, platform.clock, charge, 'the outcome is not known yet');
  }
}

/**
 * The attempt is closed, so a payment that can still take money is cancelled. Cancelling returns the
 * outcome as well.
 */
async function findOrCancel(
  platform: Platform,
  charge: UncertainCharge,
  payment: Payment,
): Promise<Outcome | null> {
  const processor = processorFor(platform, charge.processor_type);
  const processorPaymentId = payment.processor_transaction_id;
  if (processorPaymentId !== null) return processor.cancel(processorPaymentId);
  const outcome = await processor.find({
    idempotencyKey: charge.charge_key,
    token: charge.order_reference,
    since: charge.sent_at,
  });
  return outcome?.outcome === 'requires_action' ? processor.cancel(outcome.paymentId) : outcome;
}

const cannotArrive = ({ sent_at }: UncertainCharge): boolean =>
  Date.now() - sent_at.getTime() > NOT_CHARGED_AFTER_MS;

async function close(
  { db }: Platform,
  charge: UncertainCharge,
  payment: Payment,
  outcome: UncertainChargeOutcome,
): Promise<void> {
  await atomically(db, async tx => {
    const isClosed = await closeUncertainCharge(tx, charge.payment_id, outcome);
    if (!isClosed || outcome !== 'given_up') return;
    await record(tx, chargeUnknown(payment));
  });
}
