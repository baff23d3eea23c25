import { MINUTE_MS } from '../../../platform/clock.js';
import { atomically, brokenConstraint } from '../../../platform/database/tx.js';
import { conflict, tooMany } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { movePayment, ProcessorError, processorFor } from '../../payments/index.js';
import { announce } from './announce.js';
import { type CardPayment, cardPaymentById, cardPaymentByKey } from './attempt-repository.js';
import { type CardRequest, openCardPayment } from './open-card-payment.js';
import { settleCardPayment } from './settle-card-payment.js';

/** Processors bill each call; a busy till makes a few a minute. Refused starts count, too. */
const STARTS_A_MINUTE = 240;

/** The constraints that refuse the second of two concurrent starts. */
const ALREADY_RUNNING = new Set([
  'one_card_attempt_per_sale',
  'one_card_attempt_per_till',
  'one_card_attempt_per_reader',
]);

/**
 * Shows the amount on the reader of a till. The attempt is stored first; whatever happens here, the
 * queue finishes it. A repeat with the same key returns the attempt of the first request.
 */
export async function startCardPayment(
  platform: Platform,
  request: CardRequest,
): Promise<CardPayment> {
  const { db } = platform;
  const before = request.startKey && (await cardPaymentByKey(db, request.startKey));
  if (before) return before;
  const { limits } = platform;
  const key = request.terminalId;
  const verdict = await limits.throttle('card-starts', key, STARTS_A_MINUTE, MINUTE_MS);
  if (verdict.blocked) {
    throw tooMany('This till calls its processor too often.', verdict.retryAfterSeconds);
  }
  const opened = await open(platform, request);
  await showOnReader(platform, opened);
  return (await cardPaymentById(db, opened.payment_id)) ?? opened;
}

async function open(platform: Platform, request: CardRequest): Promise<CardPayment> {
  try {
    return await atomically(platform.db, async tx => {
      const paymentId = await openCardPayment(platform, tx, request);
      return announce(tx, paymentId);
    });
  } catch (error) {
    if (!ALREADY_RUNNING.has(brokenConstraint(error) ?? '')) throw error;
    throw conflict('CARD_PAYMENT_IN_PROGRESS', 'A card payment is in progress.');
  }
}

/** Without an intent nothing can be charged; the queue repeats the request and cancels it. */
async function showOnReader(platform: Platform, attempt: CardPayment): Promise<void> {
  const { db } = platform;
  const { reader } = processorFor(platform, attempt.processor_type);
  if (reader === undefined) throw new Error(`${attempt.processor_type} has no reader`);
  const { payment_id: paymentId, reader_id: readerId } = attempt;
  try {
    const { intentId } = await reader.prepare(prepareRequest(attempt));
    await atomically(db, tx =>
      movePayment(tx, paymentId, ['pending'], { processorTransactionId: intentId }),
    );
    const outcome = await reader.start({ intentId, readerId });
    await settleCardPayment(platform, attempt, outcome, { isStarted: true });
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    const { code, message } = error;
    await settleCardPayment(
      platform,
      attempt,
      error.kind === 'uncertain'
        ? { outcome: 'unknown', reason: code }
        : { outcome: 'declined', code, message },
    );
  }
}

/** The same for every repeat, because the payment's id is the processor's idempotency key. */
export const prepareRequest = (attempt: CardPayment) => ({
  amountMinor: minor(attempt.amount, attempt.currency) + minor(attempt.tip, attempt.currency),
  currency: attempt.currency,
  idempotencyKey: attempt.payment_id,
  readerId: attempt.reader_id,
  metadata: {
    store_id: attempt.store_id,
    terminal_id: attempt.terminal_id,
    transaction_id: attempt.transaction_number,
    payment_id: attempt.payment_id,
  },
});
