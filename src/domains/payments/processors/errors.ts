import { maskCardsInText } from '../../../platform/cards/numbers.js';
import type { Outcome, RefundOutcome, Sent } from './processor.js';
import type { ReaderOutcome, ReaderState } from './reader.js';

/**
 * `uncertain`: the result is not known; money may have moved. `refused`: the processor did nothing.
 * `key_reused`: we sent one key with two different requests.
 */
export type ProcessorErrorKind = 'uncertain' | 'refused' | 'key_reused';

const MAX_MESSAGE = 300;

export class ProcessorError extends Error {
  constructor(
    readonly kind: ProcessorErrorKind,
    readonly code: string,
    message: string = code,
  ) {
    super(maskCardsInText(message).slice(0, MAX_MESSAGE));
  }
}

export const uncertain = (code: string): ProcessorError => new ProcessorError('uncertain', code);

export const refused = (code: string, message?: string): ProcessorError =>
  new ProcessorError('refused', code, message);

export const keyReused = (): ProcessorError =>
  new ProcessorError('key_reused', 'idempotency_key_reused');

/** A look-up found nothing. That is final only if the request has had time to arrive. */
export function nullOnceSettled({ since, lastSentAt = since }: Sent, settleMs: number): null {
  if (Date.now() - lastSentAt.getTime() < settleMs) throw uncertain('too_early_to_tell');
  return null;
}

/** A field without which an answer is useless. */
export function required(value: string | undefined): string {
  if (value === undefined || value === '') throw uncertain('odd_answer');
  return value;
}

/** Maps the final statuses of a processor's refund; every other status is pending. */
export function refundOutcome(
  refund: { id?: string | undefined; status?: string | null | undefined } | undefined,
  statuses: { succeeded: string; failed: readonly string[] },
): RefundOutcome {
  const refundId = required(refund?.id);
  const status = refund?.status ?? '';
  if (status === statuses.succeeded) return { outcome: 'succeeded', refundId };
  if (!statuses.failed.includes(status)) return { outcome: 'pending', refundId };
  const message = `The refund ${refundId} did not go through.`;
  return { outcome: 'failed', code: status.toLowerCase(), message };
}

/** Rate limits, locks and time-outs of the processor: the same request may succeed later. */
export const isTransient = (status: number): boolean =>
  status >= 500 || status === 408 || status === 409 || status === 425 || status === 429;

export const declined = (
  code: string,
  message: string = code,
  paymentId: string | null = null,
): Outcome => ({
  outcome: 'declined',
  paymentId,
  code,
  message: maskCardsInText(message).slice(0, MAX_MESSAGE),
});

export const paymentNotFound = (paymentId: string): Outcome =>
  declined('payment_not_found', 'The processor has no such payment.', paymentId);

/** Turns an error into the outcome of a charge; a reused key stays an error. */
export async function asOutcome<T>(work: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind === 'key_reused') throw error;
    if (error.kind === 'uncertain') return { outcome: 'unknown', reason: error.code };
    return declined(error.code, error.message);
  }
}

export const paymentMissing = (): ProcessorError =>
  refused('payment_not_found', 'The processor has no such payment.');

export const declinedOnReader = (code: string, message = code) => ({
  outcome: 'declined' as const,
  code,
  message: maskCardsInText(message).slice(0, MAX_MESSAGE),
});

/** A refused start shows nothing on the reader, so the payment is declined. */
export async function asReaderOutcome(work: () => Promise<ReaderOutcome>): Promise<ReaderOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind === 'key_reused') throw error;
    if (error.kind === 'uncertain') return { outcome: 'unknown', reason: error.code };
    return declinedOnReader(error.code, error.message);
  }
}

/** A refused look-up says nothing about the charge itself, so the result is unknown. */
export async function asLookup<T>(
  work: () => Promise<T>,
): Promise<T | { outcome: 'unknown'; reason: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind === 'key_reused') throw error;
    return { outcome: 'unknown', reason: error.code };
  }
}

export async function asReaderState(work: () => Promise<ReaderState>): Promise<ReaderState> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    return error.kind === 'uncertain' ? 'no_answer' : 'refused';
  }
}

export async function asRefundOutcome(work: () => Promise<RefundOutcome>): Promise<RefundOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind === 'key_reused') throw error;
    if (error.kind === 'uncertain') return { outcome: 'unknown', reason: error.code };
    return { outcome: 'failed', code: error.code, message: error.message };
  }
}
