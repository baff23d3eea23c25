import type { Square } from 'square';
import { chargedOf } from '../currency.js';
import {
  asLookup,
  asOutcome,
  asRefundOutcome,
  declined,
  nullOnceSettled,
  paymentNotFound,
  refundOutcome,
  refused,
  required,
  uncertain,
} from '../errors.js';
import { shortenedKey } from '../http.js';
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
} from '../processor.js';
import {
  authorizationCode,
  type Call,
  codeOf,
  createSquareApi,
  type SquareOptions,
} from './api.js';
import { KEY_LENGTH, moneyOf, REFERENCE_LENGTH } from './money.js';
import { createSquareReader } from './reader.js';

const REFUND_STATUSES = { succeeded: 'COMPLETED', failed: ['FAILED', 'REJECTED'] };
const REASON_LENGTH = 192;
const PAGE_SIZE = 100;
const MAX_PAGES = 20;

export function createSquare(options: SquareOptions): Processor {
  // Square's lists lag by seconds: a record that is missing now may appear later.
  const { settleMs = SETTLE_MS, locationId } = options;
  const open = createSquareApi(options);
  const find = (query: ChargeQuery) =>
    asLookup(async () => findPayment(await open(), query, { settleMs, locationId }));
  return {
    type: 'square',
    isSandbox: false,
    reader: createSquareReader(open),
    connectionToken: async () => {
      const call = await open();
      return { secret: await authorizationCode(call, options, await mainLocation(call)) };
    },
    createIntent: async request => createOrder(await open(), request),
    charge: request => asOutcome(async () => charge(await open(), request, locationId)),
    find,
    confirm: async paymentId => (await find({ paymentId })) ?? paymentNotFound(paymentId),
    cancel: async paymentId => {
      const call = await open();
      await call((square, request) => square.payments.cancel({ paymentId }, request)).catch(
        () => undefined,
      );
      return (await find({ paymentId })) ?? paymentNotFound(paymentId);
    },
    refund: request => asRefundOutcome(async () => refund(await open(), request)),
    findRefund: query => asLookup(async () => findRefund(await open(), query, settleMs)),
  };
}

/** A card reader takes a payment for an order; the order needs no secret of its own. */
async function createOrder(call: Call, request: IntentRequest): Promise<Intent> {
  const { amountMinor, currency, idempotencyKey, metadata } = request;
  const price = moneyOf(request);
  const locationId = await mainLocation(call);
  const { order } = await call((square, options) =>
    square.orders.create(
      {
        idempotencyKey: shortenedKey(idempotencyKey, KEY_LENGTH),
        order: {
          locationId,
          referenceId: shortenedKey(idempotencyKey, REFERENCE_LENGTH),
          lineItems: [{ name: 'Sale', quantity: '1', basePriceMoney: price }],
          metadata,
        },
      },
      options,
    ),
  );
  const id = required(order?.id);
  return { paymentIntentId: id, clientSecret: id, amountMinor, currency };
}

async function charge(
  call: Call,
  request: ChargeRequest,
  locationId: string | undefined,
): Promise<Outcome> {
  const { idempotencyKey, token } = request;
  if (token === null) return declined('invalid_token', 'There is no card to charge.');
  const amountMoney = moneyOf(request);
  return call(
    async (square, options) => {
      const { payment } = await square.payments.create(
        {
          sourceId: token,
          idempotencyKey: shortenedKey(idempotencyKey, KEY_LENGTH),
          amountMoney,
          autocomplete: true,
          locationId,
          referenceId: shortenedKey(idempotencyKey, REFERENCE_LENGTH),
          note: request.description,
        },
        options,
      );
      return outcomeOf(payment);
    },
    ({ errors: [error], body }) =>
      error?.category === 'PAYMENT_METHOD_ERROR'
        ? declined(codeOf(error), error.detail, idOfFailed(body))
        : undefined,
  );
}

/** A declined card may come with the payment that failed. */
const idOfFailed = (body: unknown): string | undefined =>
  (body as { payment?: { id?: string } } | undefined)?.payment?.id;

async function refund(call: Call, request: RefundRequest): Promise<RefundOutcome> {
  const { idempotencyKey } = request;
  const paymentId = (await paymentOf(call, request.paymentId))?.id;
  if (paymentId === undefined) throw refused('payment_not_found');
  const amountMoney = moneyOf(request);
  const reply = await call((square, options) =>
    square.refunds.refundPayment(
      {
        idempotencyKey: shortenedKey(idempotencyKey, KEY_LENGTH),
        paymentId,
        amountMoney,
        reason: `${marker(idempotencyKey)} ${request.reason}`.slice(0, REASON_LENGTH),
      },
      options,
    ),
  );
  return refundOutcome(reply.refund, REFUND_STATUSES);
}

async function findRefund(
  call: Call,
  query: RefundQuery,
  settleMs: number,
): Promise<RefundOutcome | null> {
  const { refundId } = query;
  if (refundId !== null) {
    const reply = await found(call, (square, options) => square.refunds.get({ refundId }, options));
    return reply === undefined ? null : refundOutcome(reply.refund, REFUND_STATUSES);
  }
  const payment = await paymentOf(call, query.paymentId);
  const refund = await search(
    call,
    (square, options) => square.refunds.list(since(query.since), options),
    ({ paymentId, reason }) =>
      paymentId === payment?.id && reason?.startsWith(marker(query.idempotencyKey)) === true,
  );
  return refund ? refundOutcome(refund, REFUND_STATUSES) : nullOnceSettled(query, settleMs);
}

/** A refund has no reference field, so its reason starts with our key. */
const marker = (key: string): string => `[${key}]`;

async function mainLocation(call: Call): Promise<string> {
  const reply = await call((square, options) =>
    square.locations.get({ locationId: 'main' }, options),
  );
  return required(reply.location?.id);
}

/** All locations; the main one alone if the access token may not read them. */
async function locationsOf(call: Call): Promise<(string | undefined)[]> {
  const reply = await call(
    (square, options) => square.locations.list(options),
    ({ statusCode }) => (statusCode === 403 ? null : undefined),
  );
  return reply === null ? [undefined] : (reply.locations ?? []).flatMap(({ id }) => id ?? []);
}

/** A payment by its id, or by the id of the order that it paid. */
async function paymentOf(call: Call, id: string): Promise<Square.Payment | undefined> {
  const reply = await found(call, (square, options) =>
    square.payments.get({ paymentId: id }, options),
  );
  if (reply !== undefined) return reply.payment;
  const order = await found(call, (square, options) => square.orders.get({ orderId: id }, options));
  const paymentId = order?.order?.tenders?.[0]?.paymentId;
  if (paymentId == null) return undefined;
  return (await found(call, (square, options) => square.payments.get({ paymentId }, options)))
    ?.payment;
}

/** Undefined when Square answers 404. */
async function found<T>(call: Call, work: Parameters<typeof call<T>>[0]): Promise<T | undefined> {
  const reply = await call(work, ({ statusCode }) => (statusCode === 404 ? null : undefined));
  return reply ?? undefined;
}

/**
 * A list holds payments of one location, without one those of the main location. The setting may
 * have named another one when the charge was made, so the others are searched as well.
 */
async function findPayment(
  call: Call,
  query: ChargeQuery,
  { settleMs, locationId }: { settleMs: number; locationId: string | undefined },
): Promise<Outcome | null> {
  if ('paymentId' in query) {
    const payment = await paymentOf(call, query.paymentId);
    return payment === undefined ? null : outcomeOf(payment, query.paymentId);
  }
  const reference = shortenedKey(query.idempotencyKey, REFERENCE_LENGTH);
  const searchAt = (location: string | undefined) =>
    search(
      call,
      (square, options) =>
        square.payments.list({ ...since(query.since), locationId: location }, options),
      ({ referenceId }) => referenceId === reference,
    );
  let payment = await searchAt(locationId);
  if (payment === undefined) {
    for (const other of (await locationsOf(call)).filter(id => id !== locationId)) {
      payment ??= await searchAt(other);
    }
  }
  return payment ? outcomeOf(payment) : nullOnceSettled(query, settleMs);
}

const since = (time: Date) => ({
  beginTime: new Date(time.getTime() - CLOCK_SKEW_MS).toISOString(),
  sortOrder: 'ASC' as const,
  limit: PAGE_SIZE,
});

type Page<T> = { data: T[]; hasNextPage(): boolean; getNextPage(): Promise<Page<T>> };

/** The first match in a list, read page by page from the oldest record. */
async function search<T>(
  call: Call,
  list: Parameters<typeof call<Page<T>>>[0],
  matches: (record: T) => boolean,
): Promise<T | undefined> {
  let page = await call(list);
  for (let read = 1; ; read += 1) {
    const match = page.data.find(matches);
    if (match !== undefined || !page.hasNextPage()) return match;
    if (read === MAX_PAGES) throw uncertain('too_many_charges_to_search');
    const { getNextPage } = page;
    page = await call(() => getNextPage.call(page));
  }
}

/** `knownAs` is the id that the caller uses, which may be that of the order. */
function outcomeOf(payment: Square.Payment | undefined, knownAs?: string): Outcome {
  const paymentId = knownAs ?? required(payment?.id);
  const { amount, currency } = payment?.amountMoney ?? {};
  switch (payment?.status) {
    case 'COMPLETED':
      return {
        outcome: 'succeeded',
        paymentId,
        ...chargedOf(Number(amount ?? 0), currency ?? undefined),
      };
    case 'CANCELED':
      return declined('canceled', 'The payment was canceled.', paymentId);
    case 'FAILED': {
      const [error] = payment.cardDetails?.errors ?? [];
      return declined(error ? codeOf(error) : 'declined', error?.detail, paymentId);
    }
    default:
      return { outcome: 'unknown', reason: payment?.status?.toLowerCase() ?? 'odd_answer' };
  }
}
