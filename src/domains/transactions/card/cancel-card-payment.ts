import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type CardPayment,
  cardPaymentById,
  lastCardPayment,
  requestCancel,
} from './attempt-repository.js';
import { type CardQuery, takeStep, visibleCardPayment } from './read-card-payment.js';
import { isOpen } from './rules.js';

/** A start or a poll in progress ends within this time. */
const MAX_WAIT_MS = 12 * SECOND_MS;
const POLL_INTERVAL_MS = 100;

/**
 * Cancels the card payment in progress. The processor decides a race with the card: the answer is
 * `canceled`, or `succeeded` if the card was faster. A payment that has ended stays as it is.
 */
export async function cancelCardPayment(
  platform: Platform,
  query: CardQuery,
): Promise<CardPayment> {
  const { db, clock } = platform;
  const last = await visibleCardPayment(db, query);
  if (!isOpen(last.status)) return last;
  await atomically(db, tx => requestCancel(tx, last.transaction_id, clock.now()));
  return finishCancel(platform, last.payment_id);
}

/** After a sale has ended: cancels its card payment now instead of with the next poll. */
export async function finishCancelOfSale(platform: Platform, saleId: string): Promise<void> {
  const last = await lastCardPayment(platform.db, saleId);
  if (last && isOpen(last.status)) await finishCancel(platform, last.payment_id);
}

/** Takes the canceling step, after the step that another worker may be taking. */
async function finishCancel(platform: Platform, paymentId: string): Promise<CardPayment> {
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const isTaken = await takeStep(platform, paymentId);
    const payment = await cardPaymentById(platform.db, paymentId);
    if (payment === undefined) throw new Error('a card attempt is missing');
    if (isTaken || !isOpen(payment.status) || Date.now() > until) return payment;
    await sleep(POLL_INTERVAL_MS);
  }
}
