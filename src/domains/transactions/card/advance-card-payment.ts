import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type CardReader,
  movePayment,
  ProcessorError,
  processorFor,
  type ReaderOutcome,
} from '../../payments/index.js';
import { type CardPayment, cardPaymentById } from './attempt-repository.js';
import { cancelCause } from './rules.js';
import { settleCardPayment } from './settle-card-payment.js';
import { prepareRequest } from './start-card-payment.js';

/**
 * The next step of an open attempt, whose row the caller has claimed: asks the processor, or cancels
 * an attempt that was canceled at the till, took too long or never reached its reader.
 */
export async function advanceCardPayment(platform: Platform, paymentId: string): Promise<void> {
  const payment = await cardPaymentById(platform.db, paymentId);
  if (payment === undefined) throw new Error('a card attempt is missing');
  const cause = cancelCause(payment, platform.clock.now());
  const outcome = await withReader(platform, payment, (reader, intentId) => {
    const onReader = { intentId, readerId: payment.reader_id };
    return cause === undefined ? reader.poll(onReader) : reader.cancel(onReader);
  });
  await settleCardPayment(platform, payment, outcome, { cause });
}

/**
 * An attempt without an intent was interrupted while it was prepared. The repeat of the request
 * names the intent that the first one made, or makes one that is canceled at once.
 */
export async function withReader(
  platform: Platform,
  payment: CardPayment,
  ask: (reader: CardReader, intentId: string) => Promise<ReaderOutcome>,
): Promise<ReaderOutcome> {
  const { reader } = processorFor(platform, payment.processor_type);
  if (reader === undefined) return { outcome: 'unknown', reason: 'no_reader' };
  const known = payment.processor_transaction_id;
  if (known !== null) return ask(reader, known);
  try {
    const { intentId } = await reader.prepare(prepareRequest(payment));
    await atomically(platform.db, tx =>
      movePayment(tx, payment.payment_id, ['pending', 'voided'], {
        processorTransactionId: intentId,
      }),
    );
    return await ask(reader, intentId);
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    const { kind, code, message } = error;
    if (kind === 'uncertain') return { outcome: 'unknown', reason: code };
    return { outcome: 'declined', code, message };
  }
}
