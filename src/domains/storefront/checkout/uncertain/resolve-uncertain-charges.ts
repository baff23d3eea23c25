import { addMs } from '../../../../platform/clock.js';
import { atomically } from '../../../../platform/database/tx.js';
import { record } from '../../../../platform/events/outbox.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Outcome, type Payment, paymentById, processorFor } from '../../../payments/index.js';
import { settlePayment } from '../attempt/settle-payment.js';
import {
  attemptOutcomeOf,
  checkDelayMs,
  GIVE_UP_MS,
  LEASE_SECONDS,
  NOT_CHARGED_AFTER_MS,
} from '../rules.js';
import {
  claimUncertainCharges,
  closeUncertainCharge,
  postponeUncertainCharge,
  type UncertainCharge,
  type UncertainChargeOutcome,
} from './repository.js';

/** Charges checked in parallel, so that this job leaves connections to shoppers. */
const BATCH = 8;

/** Asks the processor about uncertain charges and refunds those that took money. */
export async function resolveUncertainCharges(platform: Platform): Promise<number> {
  let total = 0;
  for (;;) {
    const claimed = await claimUncertainCharges(platform.db, LEASE_SECONDS, BATCH);
    await Promise.all(claimed.map(charge => resolve(platform, charge)));
    total += claimed.length;
    if (claimed.length < BATCH) return total;
  }
}

async function resolve(platform: Platform, charge: UncertainCharge): Promise<void> {
  const { db, log } = platform;
  try {
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
      await postponeUncertainCharge(db, charge.payment_id, checkDelayMs(charge.attempts));
    }
  } catch (error) {
    log.error(
      { err: error, payment: charge.payment_id },
      'uncertain charge check failed; will retry after a delay',
    );
    await postponeUncertainCharge(db, charge.payment_id, checkDelayMs(charge.attempts)).catch(
      () => undefined,
    );
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
    await record(tx, {
      event: 'system.notification',
      live: true,
      storeId: payment.store_id,
      subjectId: payment.id,
      data: {
        kind: 'payment_alert',
        message: 'It is unknown whether a payment was taken; look it up at the processor.',
        payment_id: payment.id,
        amount: payment.amount,
        currency: payment.currency,
      },
    });
  });
}
