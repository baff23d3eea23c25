import type { Minor } from '../../../platform/money.js';

export const PROCESSOR_TYPES = ['primary', 'square', 'paypal', 'custom_bank'] as const;
export type ProcessorType = (typeof PROCESSOR_TYPES)[number];

/** Names callers may use; a map, so that `constructor` and the like are simply unknown. */
const BY_NAME = new Map<string, ProcessorType>([
  ...PROCESSOR_TYPES.map(type => [type, type] as const),
  ['elavon', 'custom_bank'],
]);

export const parseProcessorType = (text: string): ProcessorType | undefined => BY_NAME.get(text);

/** The whole of one operation, several calls included; a till or shopper waits for it. */
export const TIMEOUT_MS = 10_000;
/** A processor may need this long to list what it has just booked, or what is still on its way. */
export const SETTLE_MS = 60_000;
/** Where a processor can only be asked by time: clocks differ by less than this. */
export const CLOCK_SKEW_MS = 300_000;

export type ChargeRequest = {
  amountMinor: Minor;
  currency: string;
  /** The shopper's card or approved order, as the processor's own page made it. */
  token: string | null;
  /** Names the attempt: the same key is charged once, however often it is sent. */
  idempotencyKey: string;
  description?: string;
  metadata?: Record<string, string>;
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

/** By the processor's books, whatever was asked for; the currency in capitals, empty if it names none. */
export type Charged = { amountMinor: Minor; currency: string };

/**
 * What became of a charge. `paymentId` is the same from the first answer to the last refund.
 * `unknown` is a time-out, a lost answer or an error on their side: money may have moved, so the
 * attempt is looked up by its key and never simply tried again under another.
 */
export type Outcome =
  | ({ outcome: 'succeeded'; paymentId: string } & Charged)
  | ({ outcome: 'requires_action'; paymentId: string; clientSecret: string } & Charged)
  | { outcome: 'declined'; paymentId: string | null; code: string; message: string }
  | { outcome: 'unknown'; reason: string };

/** When a request was first sent with its key, and last: what is on its way may still arrive. */
export type Sent = { since: Date; lastSentAt?: Date };

/** By its id, or by our key when the answer was lost. */
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

/** `failed` is the processor's last word on this key; `pending` was accepted and settles later. */
export type RefundOutcome =
  | { outcome: 'succeeded'; refundId: string }
  | { outcome: 'pending'; refundId: string }
  | { outcome: 'failed'; code: string; message: string }
  | { outcome: 'unknown'; reason: string };

export type RefundQuery = Sent & {
  paymentId: string;
  idempotencyKey: string;
  /** Known when the refund was accepted but not settled. */
  refundId: string | null;
};

/**
 * A company that moves money. Calls end within the time-out, and are never made inside a database
 * transaction. Those that answer with an outcome throw only when we misuse them (`key_reused`).
 */
export interface Processor {
  readonly type: ProcessorType;
  readonly isSandbox: boolean;
  /** What a card reader needs to log in. */
  connectionToken(): Promise<{ secret: string }>;
  /** Prepares a payment that a card reader or the shopper's browser then carries out. */
  createIntent(request: IntentRequest): Promise<Intent>;
  charge(request: ChargeRequest): Promise<Outcome>;
  /** Null when the processor never saw the charge; moves no money. */
  find(query: ChargeQuery): Promise<Outcome | null>;
  /** Asked after the card holder's challenge; finishes what only waits for us. */
  confirm(paymentId: string): Promise<Outcome>;
  /** Afterwards no money can move: `declined` with code `canceled`, or `succeeded` if it came too late. */
  cancel(paymentId: string): Promise<Outcome>;
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Null when the processor has no such refund. */
  findRefund(query: RefundQuery): Promise<RefundOutcome | null>;
}
