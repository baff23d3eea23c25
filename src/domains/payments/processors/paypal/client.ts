import { formatMoney, type Minor, parseMoney } from '../../../../platform/money.js';
import {
  asLookup,
  asOutcome,
  asRefundOutcome,
  declined,
  paymentNotFound,
  refundOutcome,
  refused,
  required,
  uncertain,
} from '../errors.js';
import type {
  ChargeQuery,
  ChargeRequest,
  IntentRequest,
  Outcome,
  Processor,
  RefundOutcome,
  RefundQuery,
  RefundRequest,
} from '../processor.js';
import { createPaypalApi, type Order, type PaypalOptions, type Send } from './api.js';

const REFUND_STATUSES = { succeeded: 'COMPLETED', failed: ['FAILED', 'CANCELLED'] };

const CUSTOM_ID_LENGTH = 127;
const NOTE_LENGTH = 255;
const WHOLE_AMOUNTS = new Set(['HUF', 'JPY', 'TWD']);

/**
 * A payment is an order: the shopper approves it, we capture it. The payment id is always the id of
 * the order; its capture is looked up when needed.
 */
export function createPaypal(options: PaypalOptions): Processor {
  const open = createPaypalApi(options);
  const find = (query: ChargeQuery) => asLookup(() => findOrder(open(), query));
  return {
    type: 'paypal',
    isSandbox: false,
    connectionToken: async () => {
      const { reply } = await open()('POST', '/v1/identity/generate-token', { body: {} });
      return { secret: required(reply.client_token) };
    },
    createIntent: async request => {
      const order = await createOrder(open(), request);
      const { amountMinor, currency } = request;
      const paymentIntentId = required(order.id);
      return { paymentIntentId, clientSecret: secretOf(order), amountMinor, currency };
    },
    charge: request =>
      asOutcome(async () => {
        const send = open();
        if (request.token === null) return outcomeOf(await createOrder(send, request));
        return charge(send, request, request.token);
      }),
    find,
    confirm: paymentId =>
      asLookup(async () => {
        const send = open();
        const order = await orderById(send, paymentId);
        if (order === undefined) return paymentNotFound(paymentId);
        // A capture before the approval would be refused, and PayPal repeats that answer for the key.
        if (order.status !== 'APPROVED') return outcomeOf(order);
        return capture(send, paymentId, `confirm-${paymentId}`);
      }),
    // PayPal cannot cancel an order. One without a capture expires, and only we capture.
    cancel: async paymentId => {
      const found = await find({ paymentId });
      if (found?.outcome !== 'requires_action') return found ?? paymentNotFound(paymentId);
      return declined('canceled', 'The payment was canceled.', paymentId);
    },
    refund: request => asRefundOutcome(() => refund(open(), request)),
    findRefund: query => asLookup(() => findRefund(open(), query)),
  };
}

async function refund(send: Send, request: RefundRequest): Promise<RefundOutcome> {
  const captured = captureOf(await orderById(send, request.paymentId));
  if (captured?.id === undefined) throw refused('payment_not_found');
  const path = `/v2/payments/captures/${encodeURIComponent(captured.id)}/refund`;
  const { reply } = await send('POST', path, {
    key: request.idempotencyKey,
    body: {
      amount: amountOf(request.amountMinor, request.currency),
      custom_id: request.idempotencyKey.slice(0, CUSTOM_ID_LENGTH),
      note_to_payer: request.reason.slice(0, NOTE_LENGTH),
    },
  });
  return refundOutcome(reply, REFUND_STATUSES);
}

async function findRefund(send: Send, query: RefundQuery): Promise<RefundOutcome | null> {
  const order = await orderById(send, query.paymentId);
  const refunds = order?.purchase_units?.flatMap(unit => unit.payments?.refunds ?? []) ?? [];
  const key = query.idempotencyKey.slice(0, CUSTOM_ID_LENGTH);
  const found = refunds.find(
    ({ id, custom_id }) => (query.refundId !== null && id === query.refundId) || custom_id === key,
  );
  return found === undefined ? null : refundOutcome(found, REFUND_STATUSES);
}

const amountOf = (amountMinor: Minor, currency: string) => {
  if (!WHOLE_AMOUNTS.has(currency)) {
    return { value: formatMoney(amountMinor, currency), currency_code: currency };
  }
  if (amountMinor % 100 !== 0) {
    throw refused('amount_not_payable', `${currency} has no coins for a fraction.`);
  }
  return { value: String(amountMinor / 100), currency_code: currency };
};

/** Without a way back, such as at a till, the approval happens in a page of ours. */
const approvalAt = (returnUrl: string | undefined) =>
  returnUrl !== undefined && {
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: `${returnUrl}?cancelled=1`,
          user_action: 'PAY_NOW',
          // The address was given in the shop.
          shipping_preference: 'NO_SHIPPING',
        },
      },
    },
  };

async function createOrder(
  send: Send,
  request: IntentRequest & Pick<ChargeRequest, 'returnUrl'>,
): Promise<Order> {
  const { reply } = await send('POST', '/v2/checkout/orders', {
    key: request.idempotencyKey,
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'default',
          custom_id: request.idempotencyKey.slice(0, CUSTOM_ID_LENGTH),
          amount: amountOf(request.amountMinor, request.currency),
        },
      ],
      ...approvalAt(request.returnUrl),
    },
  });
  required(reply.id);
  return reply;
}

/** Our key is written into the approved order before the capture, so that it pays only one sale. */
async function charge(send: Send, request: ChargeRequest, orderId: string): Promise<Outcome> {
  const order = await orderById(send, orderId);
  if (order === undefined) return declined('invalid_token', 'There is no such order.');
  const key = request.idempotencyKey.slice(0, CUSTOM_ID_LENGTH);
  const [unit] = order.purchase_units ?? [];
  if (order.status === 'COMPLETED') {
    if (unit?.custom_id === key) return outcomeOf(order);
    return alreadyUsed(orderId);
  }
  const wanted = amountOf(request.amountMinor, request.currency);
  const isSame =
    parseMoney(unit?.amount?.value, request.currency) === request.amountMinor &&
    unit?.amount?.currency_code === wanted.currency_code;
  if (!isSame) return declined('amount_mismatch', 'The order is for another amount.', orderId);
  if (order.status !== 'APPROVED') return outcomeOf(order);
  if (unit?.custom_id !== key) {
    await send('PATCH', `/v2/checkout/orders/${encodeURIComponent(orderId)}`, {
      body: [
        {
          op: unit?.custom_id === undefined ? 'add' : 'replace',
          path: `/purchase_units/@reference_id=='${unit?.reference_id ?? 'default'}'/custom_id`,
          value: key,
        },
      ],
    });
  }
  const outcome = await capture(send, orderId, request.idempotencyKey);
  if (outcome.outcome !== 'succeeded') return outcome;
  // If another sale wrote its key between our look-up and our capture, the order pays that sale.
  const captured = await orderById(send, orderId);
  return captured?.purchase_units?.[0]?.custom_id === key ? outcome : alreadyUsed(orderId);
}

const alreadyUsed = (orderId: string): Outcome =>
  declined('order_already_used', 'This order has already been paid.', orderId);

async function capture(send: Send, orderId: string, key: string): Promise<Outcome> {
  const path = `/v2/checkout/orders/${encodeURIComponent(orderId)}/capture`;
  const { issue, message, reply } = await send('POST', path, { key, body: {}, mayRefuse: true });
  switch (issue) {
    case undefined:
      return outcomeOf(reply);
    case 'PAYER_ACTION_REQUIRED':
      return outcomeOf((await orderById(send, orderId)) ?? {});
    case 'ORDER_ALREADY_CAPTURED':
      // An earlier attempt or another sale has captured the order; looking it up decides.
      throw uncertain('order_already_captured');
    default:
      return declined(issue.toLowerCase(), message, orderId);
  }
}

async function orderById(send: Send, id: string): Promise<Order | undefined> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const { status, reply } = await send('GET', path, { mayBeMissing: true });
  return status === 404 ? undefined : reply;
}

/** Only the capture moves money: an order without one was never charged. */
async function findOrder(send: Send, query: ChargeQuery): Promise<Outcome | null> {
  if ('paymentId' in query) {
    const order = await orderById(send, query.paymentId);
    return order === undefined ? null : outcomeOf(order);
  }
  if (query.token === null) return null;
  const order = await orderById(send, query.token);
  const isOurs =
    order?.purchase_units?.[0]?.custom_id === query.idempotencyKey.slice(0, CUSTOM_ID_LENGTH);
  return order?.status === 'COMPLETED' && isOurs ? outcomeOf(order) : null;
}

const captureOf = (order: Order | undefined) => order?.purchase_units?.[0]?.payments?.captures?.[0];

const secretOf = (order: Order): string =>
  order.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ??
  required(order.id);

function outcomeOf(order: Order): Outcome {
  const paymentId = required(order.id);
  const captured = captureOf(order);
  const amount = captured?.amount ?? order.purchase_units?.[0]?.amount;
  const charged = {
    amountMinor: parseMoney(amount?.value, amount?.currency_code ?? '') ?? 0,
    currency: amount?.currency_code ?? '',
  };
  switch (captured?.status ?? order.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return { outcome: 'succeeded', paymentId, ...charged };
    case 'CREATED':
    case 'SAVED':
    case 'APPROVED':
    case 'PAYER_ACTION_REQUIRED':
      return { outcome: 'requires_action', paymentId, clientSecret: secretOf(order), ...charged };
    case 'DECLINED':
    case 'FAILED':
      return declined('declined', 'The payment was declined.', paymentId);
    case 'VOIDED':
      return declined('canceled', 'The payment was canceled.', paymentId);
    default:
      return { outcome: 'unknown', reason: captured?.status?.toLowerCase() ?? 'odd_answer' };
  }
}
