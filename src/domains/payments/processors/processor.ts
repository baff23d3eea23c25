import type { Minor } from '../../../platform/money.js';
import type { CardReader } from './reader.js';
import type { ProcessorType } from './registry.js';

/** Limit of one operation, including all its calls; a till or a shopper waits for it. */
export const TIMEOUT_MS = 10_000;
/** A processor may take this long to list a new record, or to receive a request already sent. */
export const SETTLE_MS = 60_000;
/** For look-ups by time: the clocks of both sides differ by less than this. */
export const CLOCK_SKEW_MS = 300_000;

export type ChargeRequest = {
  amountMinor: Minor;
  currency: string;
  /** The shopper's card or approved order, issued by the processor's own page. */
  token: string | null;
  /** Identifies the attempt: a key is charged once, however often it is sent. */
  idempotencyKey: string;
  description?: string;
  metadata?: Record<string, string>;
  /** Where a page of the processor sends the shopper back to, after the approval or without it. */
  returnUrl?: string;
};

export type IntentRequest = Pick<
  ChargeRequest,
  'amountMinor' | 'currency' | 'idempotencyKey' | 'metadata'
>;

export type Intent = {
  paymentIntentId: string;
  clientSecret: string;
  amountMinor: Minor;
  currency: string;
};

/** The amount in the processor's records; the currency in capitals, empty if there is none. */
export type Charged = { amountMinor: Minor; currency: string };

/**
 * The result of a charge. `paymentId` stays the same from the first answer to the last refund.
 * `unknown` is an uncertain charge after a time-out, a lost answer or an error of the processor:
 * money may have moved, so the attempt is looked up by its key and never repeated under a new one.
 */
export type Outcome =
  | ({ outcome: 'succeeded'; paymentId: string } & Charged)
  | ({ outcome: 'requires_action'; paymentId: string; clientSecret: string } & Charged)
  | { outcome: 'declined'; paymentId: string | null; code: string; message: string }
  | { outcome: 'unknown'; reason: string };

/** When a request was first and last sent with its key; the last one may still arrive. */
export type Sent = { since: Date; lastSentAt?: Date };

/** Finds a payment by its id, or by our key when the answer was lost. */
export type ChargeQuery =
  | { paymentId: string }
  | (Pick<ChargeRequest, 'idempotencyKey' | 'token'> & Sent);

export type RefundRequest = {
  paymentId: string;
  amountMinor: Minor;
  currency: string;
  idempotencyKey: string;
  reason: string;
};

/** `failed` is final for this key; `pending` is accepted and settles later. */
export type RefundOutcome =
  | { outcome: 'succeeded'; refundId: string }
  | { outcome: 'pending'; refundId: string }
  | { outcome: 'failed'; code: string; message: string }
  | { outcome: 'unknown'; reason: string };

export type RefundQuery = Sent & {
  paymentId: string;
  idempotencyKey: string;
  /** Set when the refund was accepted but is not settled. */
  refundId: string | null;
};

/**
 * A client of a company that moves money. Calls end within the time-out and are never made inside
 * a database transaction. Methods that return an outcome throw only if a key is reused.
 */
export interface Processor {
  readonly type: ProcessorType;
  readonly isSandbox: boolean;
  /** Undefined when the service cannot control card readers of this processor. */
  readonly reader?: CardReader;
  /** The secret with which a card reader logs in. */
  connectionToken(): Promise<{ secret: string }>;
  /** Prepares a payment that a card reader or the shopper's browser completes. */
  createIntent(request: IntentRequest): Promise<Intent>;
  charge(request: ChargeRequest): Promise<Outcome>;
  /** Null when the processor has no such charge; moves no money. */
  find(query: ChargeQuery): Promise<Outcome | null>;
  /** Called after the card holder's challenge; captures the payment if that is still to be done. */
  confirm(paymentId: string): Promise<Outcome>;
  /** Ends the payment: `declined` with code `canceled`, or `succeeded` if it was too late. */
  cancel(paymentId: string): Promise<Outcome>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Null when the processor has no such refund. */
  findRefund(query: RefundQuery): Promise<RefundOutcome | null>;
}
