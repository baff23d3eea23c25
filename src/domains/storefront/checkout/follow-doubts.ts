import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { record } from '../../../platform/events/outbox.js';
import type { Platform } from '../../../platform/platform.js';
import { type Outcome, type Payment, paymentById, processorFor } from '../../payments/index.js';
import {
  claimDoubts,
  type Doubt,
  type DoubtOutcome,
  postponeDoubt,
  settleDoubt,
} from './doubt-repository.js';
import { chargeUnknown } from './events.js';
import { GIVE_UP_MS, LEASE_SECONDS, NEVER_SEEN_MS, pauseBeforeLookMs, verdictOf } from './rules.js';
import { settlePayment } from './settle-payment.js';

const BATCH = 8;

/** Asks after charges whose outcome nobody knew, and gives back what was taken after all. */
export async function followDoubts(platform: Platform): Promise<number> {
  let total = 0;
  for (;;) {
    const claimed = await claimDoubts(platform.db, LEASE_SECONDS, BATCH);
    await Promise.all(claimed.map(doubt => follow(platform, doubt)));
    total += claimed.length;
    if (claimed.length < BATCH) return total;
  }
}

async function follow(platform: Platform, doubt: Doubt): Promise<void> {
  const { db, log } = platform;
  try {
    const payment = await paymentById(db, doubt.payment_id);
    if (payment === undefined) throw new Error('a doubtful charge has no payment');
    const outcome = await ask(platform, doubt, payment);
    if (outcome?.outcome === 'succeeded') {
      await settlePayment(platform, payment, verdictOf(outcome));
      await close(platform, doubt, payment, 'refunded');
    } else if (outcome?.outcome === 'declined' || (outcome === null && isOver(doubt))) {
      await close(platform, doubt, payment, 'not_charged');
    } else if (addMs(doubt.created_at, GIVE_UP_MS).getTime() < Date.now()) {
      await close(platform, doubt, payment, 'given_up');
    } else {
      await postponeDoubt(db, doubt.payment_id, pauseBeforeLookMs(doubt.looks));
    }
  } catch (error) {
    log.error({ err: error, payment: doubt.payment_id }, 'a doubtful charge could not be resolved');
    await postponeDoubt(db, doubt.payment_id, pauseBeforeLookMs(doubt.looks)).catch(
      () => undefined,
    );
  }
}

/** What nobody waits for any longer is called off, so that no money can move; that asks as well. */
async function ask(platform: Platform, doubt: Doubt, payment: Payment): Promise<Outcome | null> {
  const processor = processorFor(platform, doubt.processor_type);
  const known = payment.processor_transaction_id;
  if (known !== null) return processor.cancel(known);
  const outcome = await processor.find({
    idempotencyKey: doubt.charge_key,
    token: doubt.order_reference,
    since: doubt.sent_at,
  });
  return outcome?.outcome === 'requires_action' ? processor.cancel(outcome.paymentId) : outcome;
}

const isOver = ({ sent_at }: Doubt): boolean => Date.now() - sent_at.getTime() > NEVER_SEEN_MS;

async function close(
  { db }: Platform,
  doubt: Doubt,
  payment: Payment,
  outcome: DoubtOutcome,
): Promise<void> {
  await atomically(db, async tx => {
    if (!(await settleDoubt(tx, doubt.payment_id, outcome)) || outcome !== 'given_up') return;
    await record(tx, chargeUnknown(payment));
  });
}
