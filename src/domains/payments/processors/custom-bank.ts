/**
 * The fourth processor: a bank's own small API under `BANK_API_BASE`. JSON both ways, amounts in the
 * currency's smallest unit, `Authorization: Bearer <key>`, and `Idempotency-Key` where money moves.
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
import { callProcessor } from './http.js';
import {
  type ChargeQuery,
  type ChargeRequest,
  type Outcome,
  type Processor,
  SETTLE_MS,
  TIMEOUT_MS,
} from './processor.js';

const REFUND_WORDS = { succeeded: 'succeeded', failed: ['failed'] };

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

type Asked = { status: number; reply: Reply };
type Ask = (
  method: 'GET' | 'POST',
  path: string,
  sent?: { key?: string; body?: object },
) => Promise<Asked>;

const createClient =
  (options: BankOptions): Ask =>
  async (method, path, sent = {}) => {
    const { status, body } = await callProcessor({
      method,
      url: `${options.apiBase.replace(/\/+$/, '')}${path}`,
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
      },
      body: sent.body,
      deadline: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    });
    if (isTransient(status)) throw noAnswer('processor_error');
    return { status, reply: body as Reply };
  };

const paymentPath = (id: string): string => `/payments/${encodeURIComponent(id)}`;

export function createCustomBank(options: BankOptions): Processor {
  const { settleMs = SETTLE_MS } = options;
  const ask = createClient(options);
  const find = (query: ChargeQuery) => asFinding(() => findPayment(ask, query, settleMs));
  return {
    type: 'custom_bank',
    isSandbox: false,
    connectionToken: async () => {
      const { secret } = accepted(await ask('POST', '/connection-tokens', { body: {} }));
      return { secret: required(secret) };
    },
    createIntent: async request => {
      const payment = accepted(await create(ask, { ...request, token: null }));
      return {
        paymentIntentId: required(payment.id),
        clientSecret: required(payment.client_secret),
        amountMinor: request.amountMinor,
        currency: request.currency,
      };
    },
    charge: request =>
      asOutcome(async () => {
        const { status, reply } = await create(ask, request);
        if (status !== 402) return outcomeOf(accepted({ status, reply }));
        return declined(reply.error?.code ?? 'declined', reply.error?.message, reply.id);
      }),
    find,
    confirm: async paymentId => (await find({ paymentId })) ?? paymentNotFound(paymentId),
    cancel: async paymentId => {
      await ask('POST', `${paymentPath(paymentId)}/cancel`, { body: {} }).catch(() => undefined);
      return (await find({ paymentId })) ?? paymentNotFound(paymentId);
    },
    refund: ({ paymentId, amountMinor, currency, idempotencyKey, reason }) =>
      asRefundOutcome(async () => {
        const path = `${paymentPath(paymentId)}/refunds`;
        const body = { amount: toSmallestUnit(amountMinor, currency), reason };
        const answer = await ask('POST', path, { key: idempotencyKey, body });
        return refundOutcome(accepted(answer), REFUND_WORDS);
      }),
    findRefund: ({ paymentId, idempotencyKey }) =>
      asFinding(async () => {
        const key = encodeURIComponent(idempotencyKey);
        const answer = await ask('GET', `${paymentPath(paymentId)}/refunds?idempotency_key=${key}`);
        const [refund] = answer.status === 404 ? [] : (accepted(answer).refunds ?? []);
        return refund === undefined ? null : refundOutcome(refund, REFUND_WORDS);
      }),
  };
}

const create = (ask: Ask, request: ChargeRequest): Promise<Asked> =>
  ask('POST', '/payments', {
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
  ask: Ask,
  query: ChargeQuery,
  settleMs: number,
): Promise<Outcome | null> {
  if ('paymentId' in query) {
    const answer = await ask('GET', paymentPath(query.paymentId));
    return answer.status === 404 ? null : outcomeOf(accepted(answer));
  }
  const key = encodeURIComponent(query.idempotencyKey);
  const { payments } = accepted(await ask('GET', `/payments?idempotency_key=${key}`));
  const [payment] = payments ?? [];
  return payment === undefined ? neverSeen(query, settleMs) : outcomeOf(payment);
}

function accepted({ status, reply }: Asked): Reply {
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
