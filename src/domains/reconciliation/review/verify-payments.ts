import { addMs } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import {
  lockPayment,
  movePayment,
  PAYMENT_STATUSES,
  type Payment,
  paymentSaved,
} from '../../payments/index.js';
import { askProcessor } from './ask-processor.js';
import { closeReviewTask } from './close-review-task.js';
import { askCount, keepAnswer, paymentsToAsk } from './repository.js';
import { ASK_AFTER_MS, ASK_UNTIL_MS, needsReview, pauseAfter, type Verdict } from './rules.js';

const BATCH = 100;
/** With time-outs of 10 s this ends before the schedule starts the next run. */
const CONCURRENCY = 8;
const MAX_BATCHES = 2;

/** Asks the processors about unverified payments that their webhooks should have confirmed by now. */
export async function verifyPayments(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const now = clock.now();
    const times = { before: addMs(now, -ASK_AFTER_MS), since: addMs(now, -ASK_UNTIL_MS), now };
    const waiting = await paymentsToAsk(db, times, BATCH);
    await verifyAll(platform, waiting);
    if (waiting.length < BATCH) return;
  }
}

/** A payment that fails does not keep the others from being verified. */
async function verifyAll(platform: Platform, payments: readonly Payment[]): Promise<void> {
  const waiting = [...payments];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await verify(platform, next);
      } catch (error) {
        platform.log.error({ err: error, payment: next.id }, 'verifying a payment failed');
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function verify(platform: Platform, payment: Payment): Promise<void> {
  const id = payment.processor_transaction_id;
  if (id === null) return;
  const verdict = await askProcessor(platform, payment, id);
  await atomically(platform.db, tx => applyVerdict(tx, payment, verdict, platform.clock.now()));
}

/** A webhook or a person may have settled the payment while the processor was asked. */
async function applyVerdict(tx: Tx, asked: Payment, verdict: Verdict, now: Date): Promise<void> {
  const payment = await lockPayment(tx, asked.id);
  const isSame = payment?.processor_transaction_id === asked.processor_transaction_id;
  if (payment === undefined || !isSame || !needsReview(payment)) return;
  if (payment.verification !== 'unverified') return;
  const pauseMs = pauseAfter((await askCount(tx, payment.id)) + 1);
  await keepAnswer(tx, payment, {
    answer: verdict.answer,
    askedAt: now,
    nextAskAt: addMs(now, pauseMs),
  });
  if (verdict.answer !== 'verified' && verdict.answer !== 'mismatch') return;
  await movePayment(tx, payment.id, PAYMENT_STATUSES, {
    verification: verdict.answer === 'verified' ? 'confirmed' : 'mismatch',
    reviewReason: verdict.reviewReason,
  });
  await record(tx, paymentSaved(payment));
  if (verdict.answer === 'verified') await closeReviewTask(tx, payment.id, { userId: null, now });
}
