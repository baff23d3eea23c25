import type { Charged, IntentRequest } from './processor.js';

export type CardShown = { lastFour: string; brand: string };

/**
 * The state of a payment on a card reader. `unknown`: there was no answer, so money may have moved;
 * it is polled again. `declined`, `timed_out` and `canceled` are final: the payment takes no
 * money any more, because the processor has ended it.
 */
export type ReaderOutcome =
  | { outcome: 'in_progress' }
  | ({ outcome: 'succeeded'; paymentId: string; card: CardShown | null } & Charged)
  | { outcome: 'declined'; code: string; message: string }
  | { outcome: 'timed_out' }
  | { outcome: 'canceled' }
  | { outcome: 'unknown'; reason: string };

export type ReaderRequest = IntentRequest & {
  /** The reader of the till, as the processor names it; the sandbox needs none. */
  readerId: string | null;
};

/** A prepared payment and the reader it is shown on. */
export type OnReader = { intentId: string; readerId: string | null };

/**
 * What the processor reports about a reader: `attention` is a fault that its screen shows, `refused`
 * a request with credentials that may not ask, `no_answer` a processor that does not reply.
 */
export const READER_STATES = [
  'ready',
  'busy',
  'offline',
  'attention',
  'not_found',
  'refused',
  'no_answer',
] as const;
export type ReaderState = (typeof READER_STATES)[number];

/**
 * Card readers that the processor's API controls. A payment is prepared, then shown on the reader
 * and polled until it has ended. Each call ends within the time-out.
 */
export interface CardReader {
  /** Whether the till must name its reader. */
  readonly needsReaderId: boolean;
  /** Asks for the reader and shows nothing on it. */
  state(readerId: string | null): Promise<ReaderState>;
  /**
   * Creates the payment. A repeat with the same key returns the same id, so that an attempt that
   * was interrupted here finds its payment. Throws a `ProcessorError`.
   */
  prepare(request: ReaderRequest): Promise<{ intentId: string }>;
  start(payment: OnReader): Promise<ReaderOutcome>;
  poll(payment: OnReader): Promise<ReaderOutcome>;
  /** `succeeded` if it was too late. Ends only this payment, whatever the reader shows meanwhile. */
  cancel(payment: OnReader): Promise<ReaderOutcome>;
}
