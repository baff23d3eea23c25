import { maskCardsInText } from '../../../platform/redact.js';
import type { Outcome, RefundOutcome, Sent } from './processor.js';

/**
 * `no_answer`: nobody knows what happened. `refused`: nothing happened, by their word.
 * `key_reused`: one key for two different requests, which is a fault of ours.
 */
export type ProcessorErrorKind = 'no_answer' | 'refused' | 'key_reused';

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

export const noAnswer = (code: string): ProcessorError => new ProcessorError('no_answer', code);

export const refused = (code: string, message?: string): ProcessorError =>
  new ProcessorError('refused', code, message);

export const keyReused = (): ProcessorError =>
  new ProcessorError('key_reused', 'idempotency_key_reused');

/** Nothing there: the last word once enough time has passed since the request was sent. */
export function neverSeen({ since, lastSentAt = since }: Sent, settleMs: number): null {
  if (Date.now() - lastSentAt.getTime() < settleMs) throw noAnswer('too_early_to_tell');
  return null;
}

/** A field without which their answer says nothing. */
export function required(value: string | undefined): string {
  if (value === undefined || value === '') throw noAnswer('odd_answer');
  return value;
}

/** What became of a refund, told by their words for the good and the bad end; others are on the way. */
export function refundOutcome(
  refund: { id?: string | undefined; status?: string | undefined } | undefined,
  words: { succeeded: string; failed: readonly string[] },
): RefundOutcome {
  const refundId = required(refund?.id);
  const status = refund?.status ?? '';
  if (status === words.succeeded) return { outcome: 'succeeded', refundId };
  if (!words.failed.includes(status)) return { outcome: 'pending', refundId };
  const message = `The refund ${refundId} did not go through.`;
  return { outcome: 'failed', code: status.toLowerCase(), message };
}

/** Rate limits, locks and time-outs on their side: asking later may tell another story. */
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

/** Turns what an adapter throws into the outcome of a charge; misuse stays an error. */
export async function asOutcome<T>(work: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind === 'key_reused') throw error;
    if (error.kind === 'no_answer') return { outcome: 'unknown', reason: error.code };
    return declined(error.code, error.message);
  }
}

/** A look-up that is refused tells nothing about the charge itself. */
export async function asFinding<T>(
  work: () => Promise<T>,
): Promise<T | { outcome: 'unknown'; reason: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind === 'key_reused') throw error;
    return { outcome: 'unknown', reason: error.code };
  }
}

export async function asRefundOutcome(work: () => Promise<RefundOutcome>): Promise<RefundOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind === 'key_reused') throw error;
    if (error.kind === 'no_answer') return { outcome: 'unknown', reason: error.code };
    return { outcome: 'failed', code: error.code, message: error.message };
  }
}
