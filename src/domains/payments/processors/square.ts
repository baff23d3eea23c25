import { chargedOf, toSmallestUnit } from './currency.js';
import {
  asFinding,
  asOutcome,
  asRefundOutcome,
  declined,
  isTransient,
  keyReused,
  neverSeen,
  noAnswer,
  paymentNotFound,
  refundOutcome,
  refused,
  required,
} from './errors.js';
import { callProcessor, fittingKey } from './http.js';
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
} from './processor.js';

const REFUND_WORDS = { succeeded: 'COMPLETED', failed: ['FAILED', 'REJECTED'] };

export type SquareOptions = {
  accessToken: string;
  apiBase: string;
  timeoutMs?: number;
  settleMs?: number;
};

export const SQUARE_PRODUCTION = 'https://connect.squareup.com';
export const SQUARE_SANDBOX = 'https://connect.squareupsandbox.com';

const API_VERSION = '2025-10-16';
const KEY_LENGTH = 45;
const REFERENCE_LENGTH = 40;
const REASON_LENGTH = 192;
const PAGE_SIZE = 100;
const MAX_PAGES = 20;

type Money = { amount?: number; currency?: string };
type Payment = {
  id?: string;
  status?: string;
  amount_money?: Money;
  reference_id?: string;
  card_details?: { errors?: ApiError[] };
};
type Refund = { id?: string; status?: string; reason?: string; payment_id?: string };
type ApiError = { category?: string; code?: string; detail?: string };
type Reply = {
  errors?: ApiError[];
  payment?: Payment;
  payments?: Payment[];
  refund?: Refund;
  refunds?: Refund[];
  order?: { id?: string; tenders?: { payment_id?: string }[] };
  location?: { id?: string };
  authorization_code?: string;
  cursor?: string;
};

type Ask = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<{ status: number; reply: Reply }>;

/** One operation: all its calls share one time-out. */
function opened(options: SquareOptions): Ask {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  return async (method, path, body) => {
    const { status, body: reply } = await callProcessor({
      method,
      url: `${options.apiBase}${path}`,
      headers: {
        authorization: `Bearer ${options.accessToken}`,
        'square-version': API_VERSION,
      },
      body,
      deadline,
    });
    if (isTransient(status)) throw noAnswer('processor_error');
    return { status, reply };
  };
}

/** What Square answered, or its refusal as an error. */
async function asked(call: ReturnType<Ask>): Promise<Reply> {
  const { status, reply } = await call;
  if (status < 300) return reply;
  const [error] = reply.errors ?? [];
  if (error?.code === 'IDEMPOTENCY_KEY_REUSED') throw keyReused();
  throw refused(codeOf(error), error?.detail);
}

/** A record that may be missing. */
async function sought(ask: Ask, path: string): Promise<Reply | undefined> {
  const answer = await ask('GET', path);
  return answer.status === 404 ? undefined : asked(Promise.resolve(answer));
}

const codeOf = (error: ApiError | undefined): string =>
  error?.code?.toLowerCase() ?? 'processor_refused';

/** The second processor, through its REST API. */
export function createSquare(options: SquareOptions): Processor {
  // Their lists lag behind by seconds: what is not there yet may still come.
  const { settleMs = SETTLE_MS } = options;
  const open = () => opened(options);
  const find = (query: ChargeQuery) => asFinding(() => findPayment(open(), query, settleMs));
  return {
    type: 'square',
    isSandbox: false,
    connectionToken: async () => {
      const ask = open();
      const body = { location_id: await mainLocation(ask) };
      const reply = await asked(ask('POST', '/mobile/authorization-code', body));
      return { secret: required(reply.authorization_code) };
    },
    createIntent: request => createOrder(open(), request),
    charge: request => asOutcome(() => charge(open(), request)),
    find,
    confirm: async paymentId => (await find({ paymentId })) ?? paymentNotFound(paymentId),
    cancel: async paymentId => {
      const path = `/v2/payments/${encodeURIComponent(paymentId)}/cancel`;
      await open()('POST', path, {}).catch(() => undefined);
      return (await find({ paymentId })) ?? paymentNotFound(paymentId);
    },
    refund: request => asRefundOutcome(() => refund(open(), request)),
    findRefund: query => asFinding(() => findRefund(open(), query, settleMs)),
  };
}

/** An order is what a reader of theirs takes a payment for; it needs no secret of its own. */
async function createOrder(ask: Ask, request: IntentRequest): Promise<Intent> {
  const { amountMinor, currency, idempotencyKey, metadata } = request;
  const price = { amount: toSmallestUnit(amountMinor, currency), currency };
  const reply = await asked(
    ask('POST', '/v2/orders', {
      idempotency_key: fittingKey(idempotencyKey, KEY_LENGTH),
      order: {
        location_id: await mainLocation(ask),
        reference_id: fittingKey(idempotencyKey, REFERENCE_LENGTH),
        line_items: [{ name: 'Sale', quantity: '1', base_price_money: price }],
        metadata,
      },
    }),
  );
  const id = required(reply.order?.id);
  return { paymentIntentId: id, clientSecret: id, amountMinor, currency };
}

async function charge(ask: Ask, request: ChargeRequest): Promise<Outcome> {
  const { amountMinor, currency, idempotencyKey, token } = request;
  if (token === null) return declined('invalid_token', 'There is no card to charge.');
  const { status, reply } = await ask('POST', '/v2/payments', {
    source_id: token,
    idempotency_key: fittingKey(idempotencyKey, KEY_LENGTH),
    amount_money: { amount: toSmallestUnit(amountMinor, currency), currency },
    autocomplete: true,
    reference_id: fittingKey(idempotencyKey, REFERENCE_LENGTH),
    note: request.description,
  });
  const [error] = reply.errors ?? [];
  if (error?.category === 'PAYMENT_METHOD_ERROR') {
    return declined(codeOf(error), error.detail, reply.payment?.id);
  }
  return outcomeOf((await asked(Promise.resolve({ status, reply }))).payment);
}

async function refund(ask: Ask, request: RefundRequest): Promise<RefundOutcome> {
  const { amountMinor, currency, idempotencyKey } = request;
  const payment = await paymentOf(ask, request.paymentId);
  if (payment?.id === undefined) throw refused('payment_not_found');
  const reply = await asked(
    ask('POST', '/v2/refunds', {
      idempotency_key: fittingKey(idempotencyKey, KEY_LENGTH),
      payment_id: payment.id,
      amount_money: { amount: toSmallestUnit(amountMinor, currency), currency },
      reason: `${marker(idempotencyKey)} ${request.reason}`.slice(0, REASON_LENGTH),
    }),
  );
  return refundOutcome(reply.refund, REFUND_WORDS);
}

async function findRefund(
  ask: Ask,
  query: RefundQuery,
  settleMs: number,
): Promise<RefundOutcome | null> {
  if (query.refundId !== null) {
    const reply = await sought(ask, `/v2/refunds/${encodeURIComponent(query.refundId)}`);
    return reply === undefined ? null : refundOutcome(reply.refund, REFUND_WORDS);
  }
  const payment = await paymentOf(ask, query.paymentId);
  const found = await searched(ask, '/v2/refunds', query.since, reply =>
    reply.refunds?.find(
      ({ payment_id, reason }) =>
        payment_id === payment?.id && reason?.startsWith(marker(query.idempotencyKey)),
    ),
  );
  return found ? refundOutcome(found, REFUND_WORDS) : neverSeen(query, settleMs);
}

/** Refunds carry no reference, so ours stands at the head of the reason. */
const marker = (key: string): string => `[${key}]`;

async function mainLocation(ask: Ask): Promise<string> {
  const reply = await asked(ask('GET', '/v2/locations/main'));
  return required(reply.location?.id);
}

/** A payment by its id, or by the order that it paid. */
async function paymentOf(ask: Ask, id: string): Promise<Payment | undefined> {
  const path = encodeURIComponent(id);
  const reply = await sought(ask, `/v2/payments/${path}`);
  if (reply !== undefined) return reply.payment;
  const order = await sought(ask, `/v2/orders/${path}`);
  const paid = order?.order?.tenders?.[0]?.payment_id;
  if (paid === undefined) return undefined;
  return (await sought(ask, `/v2/payments/${encodeURIComponent(paid)}`))?.payment;
}

async function findPayment(
  ask: Ask,
  query: ChargeQuery,
  settleMs: number,
): Promise<Outcome | null> {
  if ('paymentId' in query) {
    const payment = await paymentOf(ask, query.paymentId);
    return payment === undefined ? null : outcomeOf(payment, query.paymentId);
  }
  const reference = fittingKey(query.idempotencyKey, REFERENCE_LENGTH);
  const payment = await searched(ask, '/v2/payments', query.since, reply =>
    reply.payments?.find(({ reference_id }) => reference_id === reference),
  );
  return payment ? outcomeOf(payment) : neverSeen(query, settleMs);
}

/** Walks a list, newest last, until something is found. */
async function searched<T>(
  ask: Ask,
  path: string,
  since: Date,
  pick: (reply: Reply) => T | undefined,
): Promise<T | undefined> {
  const query = new URLSearchParams({
    begin_time: new Date(since.getTime() - CLOCK_SKEW_MS).toISOString(),
    sort_order: 'ASC',
    limit: String(PAGE_SIZE),
  });
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply = await asked(ask('GET', `${path}?${query}`));
    const found = pick(reply);
    if (found !== undefined || reply.cursor === undefined) return found;
    query.set('cursor', reply.cursor);
  }
  throw noAnswer('too_many_charges_to_search');
}

/** `knownAs` is the id we were given, which may be that of the order. */
function outcomeOf(payment: Payment | undefined, knownAs?: string): Outcome {
  const paymentId = knownAs ?? required(payment?.id);
  const { amount, currency } = payment?.amount_money ?? {};
  switch (payment?.status) {
    case 'COMPLETED':
      return { outcome: 'succeeded', paymentId, ...chargedOf(amount, currency) };
    case 'CANCELED':
      return declined('canceled', 'The payment was canceled.', paymentId);
    case 'FAILED': {
      const [error] = payment.card_details?.errors ?? [];
      return declined(error ? codeOf(error) : 'declined', error?.detail, paymentId);
    }
    default:
      return { outcome: 'unknown', reason: payment?.status?.toLowerCase() ?? 'odd_answer' };
  }
}
