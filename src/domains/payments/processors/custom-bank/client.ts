/**
 * The bank's API under `BANK_API_BASE`: JSON, amounts in the smallest unit of the currency,
 * `Authorization: Bearer <key>`, and an `Idempotency-Key` with every request that moves money.
 *
 *   POST /connection-tokens                               → 201 {secret}
 *   POST /payments {amount, currency, source, reference, description?, metadata?} → 201 payment
 *   GET  /payments/{id}                                   → 200 payment, 404
 *   GET  /payments?idempotency_key=                       → 200 {payments: [payment]}
 *   POST /payments/{id}/cancel                            → 200 payment, 409
 *   POST /payments/{id}/refunds {amount, reason}          → 201 refund
 *   GET  /payments/{id}/refunds?idempotency_key=          → 200 {refunds: [refund]}
 *
 *   payment = {id, amount, currency, client_secret, status, decline?: {code, message}} with status
 *             `requires_action` (without a source, or with a challenge), `succeeded`, `declined`,
 *             `canceled` or `processing`
 *   refund  = {id, amount, status} with status `succeeded`, `pending` or `failed`
 *   error   = {error: {code, message}}; 402 is a declined card, 422 `idempotency_key_reused`
 */
import { chargedOf, toSmallestUnit } from '../currency.js';
import {
  asLookup,
  asOutcome,
  asRefundOutcome,
  declined,
  isTransient,
  keyReused,
  nullOnceSettled,
  paymentNotFound,
  refundOutcome,
  refused,
  required,
  uncertain,
} from '../errors.js';
import { callProcessor } from '../http.js';
import {
  type ChargeQuery,
  type ChargeRequest,
  type Outcome,
  type Processor,
  SETTLE_MS,
  TIMEOUT_MS,
} from '../processor.js';

const REFUND_STATUSES = { succeeded: 'succeeded', failed: ['failed'] };

export type BankOptions = {
  apiKey: string;
  apiBase: string;
  timeoutMs?: number;
  settleMs?: number;
};

type Payment = {
  id?: string;
  amount?: number;
  currency?: string;
  client_secret?: string;
  status?: string;
  decline?: { code?: string; message?: string };
};
type Refund = { id?: string; status?: string };
type Reply = Payment & {
  secret?: string;
  payments?: Payment[];
  refunds?: Refund[];
  error?: { code?: string; message?: string };
};

type Answer = { status: number; reply: Reply };
type Send = (
  method: 'GET' | 'POST',
  path: string,
  content?: { key?: string; body?: object },
) => Promise<Answer>;

const createClient =
  (options: BankOptions): Send =>
  async (method, path, content = {}) => {
    const { status, body } = await callProcessor({
      method,
      url: `${options.apiBase.replace(/\/+$/, '')}${path}`,
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        ...(content.key !== undefined && { 'idempotency-key': content.key }),
      },
      body: content.body,
      deadline: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    });
    if (isTransient(status)) throw uncertain('processor_error');
    return { status, reply: body as Reply };
  };

const paymentPath = (id: string): string => `/payments/${encodeURIComponent(id)}`;

export function createCustomBank(options: BankOptions): Processor {
  const { settleMs = SETTLE_MS } = options;
  const send = createClient(options);
  const find = (query: ChargeQuery) => asLookup(() => findPayment(send, query, settleMs));
  return {
    type: 'custom_bank',
    isSandbox: false,
    connectionToken: async () => {
      const { secret } = expectSuccess(await send('POST', '/connection-tokens', { body: {} }));
      return { secret: required(secret) };
    },
    createIntent: async request => {
      const payment = expectSuccess(await create(send, { ...request, token: null }));
      return {
        paymentIntentId: required(payment.id),
        clientSecret: required(payment.client_secret),
        amountMinor: request.amountMinor,
        currency: request.currency,
      };
    },
    charge: request =>
      asOutcome(async () => {
        const { status, reply } = await create(send, request);
        if (status !== 402) return outcomeOf(expectSuccess({ status, reply }));
        return declined(reply.error?.code ?? 'declined', reply.error?.message, reply.id);
      }),
    find,
    confirm: async paymentId => (await find({ paymentId })) ?? paymentNotFound(paymentId),
    cancel: async paymentId => {
      await send('POST', `${paymentPath(paymentId)}/cancel`, { body: {} }).catch(() => undefined);
      return (await find({ paymentId })) ?? paymentNotFound(paymentId);
    },
    refund: ({ paymentId, amountMinor, currency, idempotencyKey, reason }) =>
      asRefundOutcome(async () => {
        const path = `${paymentPath(paymentId)}/refunds`;
        const body = { amount: toSmallestUnit(amountMinor, currency), reason };
        const answer = await send('POST', path, { key: idempotencyKey, body });
        return refundOutcome(expectSuccess(answer), REFUND_STATUSES);
      }),
    findRefund: ({ paymentId, idempotencyKey }) =>
      asLookup(async () => {
        const key = encodeURIComponent(idempotencyKey);
        const answer = await send(
          'GET',
          `${paymentPath(paymentId)}/refunds?idempotency_key=${key}`,
        );
        const [refund] = answer.status === 404 ? [] : (expectSuccess(answer).refunds ?? []);
        return refund === undefined ? null : refundOutcome(refund, REFUND_STATUSES);
      }),
  };
}

const create = (send: Send, request: ChargeRequest): Promise<Answer> =>
  send('POST', '/payments', {
    key: request.idempotencyKey,
    body: {
      amount: toSmallestUnit(request.amountMinor, request.currency),
      currency: request.currency,
      source: request.token,
      reference: request.idempotencyKey,
      description: request.description,
      metadata: request.metadata,
    },
  });

async function findPayment(
  send: Send,
  query: ChargeQuery,
  settleMs: number,
): Promise<Outcome | null> {
  if ('paymentId' in query) {
    const answer = await send('GET', paymentPath(query.paymentId));
    return answer.status === 404 ? null : outcomeOf(expectSuccess(answer));
  }
  const key = encodeURIComponent(query.idempotencyKey);
  const { payments } = expectSuccess(await send('GET', `/payments?idempotency_key=${key}`));
  const [payment] = payments ?? [];
  return payment === undefined ? nullOnceSettled(query, settleMs) : outcomeOf(payment);
}

/** Throws unless the bank accepted the request. */
function expectSuccess({ status, reply }: Answer): Reply {
  if (status < 300) return reply;
  const { code = 'processor_refused', message } = reply.error ?? {};
  if (code === 'idempotency_key_reused') throw keyReused();
  throw refused(code, message);
}

function outcomeOf(payment: Payment): Outcome {
  const paymentId = required(payment.id);
  const charged = chargedOf(payment.amount, payment.currency);
  switch (payment.status) {
    case 'succeeded':
      return { outcome: 'succeeded', paymentId, ...charged };
    case 'requires_action': {
      const clientSecret = payment.client_secret ?? '';
      return { outcome: 'requires_action', paymentId, clientSecret, ...charged };
    }
    case 'canceled':
      return declined('canceled', 'The payment was canceled.', paymentId);
    case 'declined':
      return declined(payment.decline?.code ?? 'declined', payment.decline?.message, paymentId);
    default:
      return { outcome: 'unknown', reason: payment.status ?? 'odd_answer' };
  }
}
