import Stripe from 'stripe';
import { traceOutgoing } from '../../../../platform/tracing/outgoing.js';
import { chargedOf, toCardUnit } from '../currency.js';
import {
  asLookup,
  asOutcome,
  asRefundOutcome,
  declined,
  nullOnceSettled,
  paymentNotFound,
  uncertain,
} from '../errors.js';
import {
  type ChargeQuery,
  type ChargeRequest,
  CLOCK_SKEW_MS,
  type Intent,
  type IntentRequest,
  type Outcome,
  type Processor,
  type RefundOutcome,
  type RefundQuery,
  type RefundRequest,
  SETTLE_MS,
  TIMEOUT_MS,
} from '../processor.js';

import { createPrimaryReader } from './reader.js';
import { translated } from './translate.js';

export type PrimaryOptions = {
  apiKey: string;
  /** A server with the same API; by default Stripe itself. */
  apiBase?: string | undefined;
  timeoutMs?: number;
  settleMs?: number;
};

/** Our key is stored in the metadata too: Stripe lists metadata, but not idempotency keys. */
const KEY_FIELD = 'tillhouse_key';
const PAGE_SIZE = 100;
/** With more charges than this since the attempt, the look-up is repeated later. */
const MAX_LISTED = 2_000;

export function createPrimary(options: PrimaryOptions): Processor {
  const { settleMs = SETTLE_MS, timeoutMs = TIMEOUT_MS } = options;
  const stripe = new Stripe(options.apiKey, {
    ...addressOf(options.apiBase),
    timeout: timeoutMs,
    // The SDK still repeats a request once, with the same key, if the connection was closed.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: tracedClient(),
  });
  const find = (query: ChargeQuery) => asLookup(() => findIntent(stripe, query, settleMs));
  return {
    type: 'primary',
    isSandbox: false,
    reader: createPrimaryReader(stripe, request => createIntent(stripe, request), timeoutMs),
    connectionToken: async () => {
      const { secret } = await translated(stripe.terminal.connectionTokens.create());
      return { secret };
    },
    createIntent: request => createIntent(stripe, request),
    charge: request => asOutcome(() => charge(stripe, request)),
    find,
    confirm: async paymentId => (await find({ paymentId })) ?? paymentNotFound(paymentId),
    cancel: async paymentId => {
      await stripe.paymentIntents.cancel(paymentId).catch(() => undefined);
      return (await find({ paymentId })) ?? paymentNotFound(paymentId);
    },
    refund: request => asRefundOutcome(() => refund(stripe, request)),
    findRefund: query => asLookup(() => findRefund(stripe, query)),
  };
}

async function createIntent(stripe: Stripe, request: IntentRequest): Promise<Intent> {
  const { amountMinor, currency, idempotencyKey, metadata } = request;
  const intent = await translated(
    stripe.paymentIntents.create(
      {
        amount: toCardUnit(amountMinor, currency),
        currency: currency.toLowerCase(),
        allowed_payment_method_types: ['card_present'],
        capture_method: 'automatic',
        metadata: { ...metadata, [KEY_FIELD]: idempotencyKey },
      },
      { idempotencyKey },
    ),
  );
  const clientSecret = intent.client_secret ?? '';
  return { paymentIntentId: intent.id, clientSecret, amountMinor, currency };
}

function charge(stripe: Stripe, request: ChargeRequest): Promise<Outcome> {
  const { amountMinor, currency, idempotencyKey, token } = request;
  const creation = stripe.paymentIntents.create(
    {
      amount: toCardUnit(amountMinor, currency),
      currency: currency.toLowerCase(),
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      ...(token !== null && { confirm: true, ...sourceOf(token) }),
      ...(request.description !== undefined && { description: request.description }),
      metadata: { ...request.metadata, [KEY_FIELD]: idempotencyKey },
    },
    { idempotencyKey },
  );
  return translated(creation.then(outcomeOf), declinedCard);
}

async function refund(stripe: Stripe, request: RefundRequest): Promise<RefundOutcome> {
  const { idempotencyKey } = request;
  const made = await translated(
    stripe.refunds.create(
      {
        payment_intent: request.paymentId,
        amount: toCardUnit(request.amountMinor, request.currency),
        metadata: { [KEY_FIELD]: idempotencyKey },
      },
      { idempotencyKey },
    ),
  );
  return refundOutcomeOf(made);
}

async function findRefund(stripe: Stripe, query: RefundQuery): Promise<RefundOutcome | null> {
  const refunds = await translated(
    stripe.refunds
      .list({ payment_intent: query.paymentId, limit: PAGE_SIZE })
      .autoPagingToArray({ limit: MAX_LISTED }),
    // Stripe has no such payment, so there is no refund either.
    error => (error.code === 'resource_missing' ? [] : undefined),
  );
  const found = refunds.find(({ metadata }) => metadata?.[KEY_FIELD] === query.idempotencyKey);
  return found === undefined ? null : refundOutcomeOf(found);
}

/** The SDK's HTTP client, with a trace span for each call. */
function tracedClient() {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    traceOutgoing(
      { method, host },
      trace => send(host, port, path, method, { ...headers, ...trace }, ...rest),
      answer => answer.getStatusCode(),
    );
  return client;
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  return {
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: hostname,
    ...(port !== '' && { port }),
  };
}

/** The shopper's page may send three kinds of ids; the prefix tells them apart. */
function sourceOf(token: string) {
  if (token.startsWith('ctoken_')) return { confirmation_token: token };
  if (!token.startsWith('tok_')) return { payment_method: token };
  return { payment_method_data: { type: 'card' as const, card: { token } } };
}

async function findIntent(
  stripe: Stripe,
  query: ChargeQuery,
  settleMs: number,
): Promise<Outcome | null> {
  if ('paymentId' in query) {
    const intent = await translated(stripe.paymentIntents.retrieve(query.paymentId), error =>
      error.statusCode === 404 ? null : undefined,
    );
    return intent === null ? null : outcomeOf(intent);
  }
  const listed = await translated(
    stripe.paymentIntents
      .list({
        created: { gte: Math.floor((query.since.getTime() - CLOCK_SKEW_MS) / 1_000) },
        limit: PAGE_SIZE,
      })
      .autoPagingToArray({ limit: MAX_LISTED }),
  );
  const intent = listed.find(({ metadata }) => metadata[KEY_FIELD] === query.idempotencyKey);
  if (intent !== undefined) return outcomeOf(intent);
  if (listed.length === MAX_LISTED) throw uncertain('too_many_charges_to_search');
  return nullOnceSettled(query, settleMs);
}

function outcomeOf(intent: Stripe.PaymentIntent): Outcome {
  const paymentId = intent.id;
  const error = intent.last_payment_error;
  switch (intent.status) {
    case 'succeeded': {
      const received = intent.amount_received ?? intent.amount;
      return { outcome: 'succeeded', paymentId, ...chargedOf(received, intent.currency) };
    }
    case 'canceled':
      return declined('canceled', 'The payment was canceled.', paymentId);
    case 'requires_payment_method':
      if (error) {
        return declined(error.decline_code ?? error.code ?? 'declined', error.message, paymentId);
      }
      return requiresAction(intent);
    case 'requires_action':
    case 'requires_confirmation':
      return requiresAction(intent);
    default:
      return { outcome: 'unknown', reason: intent.status };
  }
}

const requiresAction = (intent: Stripe.PaymentIntent): Outcome => ({
  outcome: 'requires_action',
  paymentId: intent.id,
  clientSecret: intent.client_secret ?? '',
  ...chargedOf(intent.amount, intent.currency),
});

function refundOutcomeOf(refund: Stripe.Refund): RefundOutcome {
  switch (refund.status) {
    case 'succeeded':
      return { outcome: 'succeeded', refundId: refund.id };
    case 'failed':
    case 'canceled': {
      const code = refund.failure_reason ?? refund.status;
      return { outcome: 'failed', code, message: `The refund ${refund.id} did not go through.` };
    }
    default:
      return { outcome: 'pending', refundId: refund.id };
  }
}

/** A declined card is an outcome, reported with the id of its intent. */
const declinedCard = (error: Stripe.errors.StripeError): Outcome | undefined =>
  error.type === 'StripeCardError'
    ? declined(
        error.decline_code ?? error.code ?? 'declined',
        error.message,
        error.payment_intent?.id,
      )
    : undefined;
