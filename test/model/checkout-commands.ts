import fc from 'fast-check';
import { expect } from 'vitest';
import { FORM } from '../storefront/checkout-shoppers.js';
import { money } from './cents.js';
import { openRefund } from './refunds.js';
import { billOf } from './shop-commands.js';
import {
  available,
  type Checkout,
  CODE_LIMIT,
  type Goods,
  hold,
  type Model,
  type Payment,
  pickFrom,
  prefer,
  releaseStock,
  type Sale,
  takeOut,
} from './state.js';
import { expectReply, step } from './step.js';
import { readLines } from './till-commands.js';
import { STORE_ID, type World } from './world.js';

const index = fc.nat(30);
const MINUTE_MS = 60_000;
export const CHECKOUT_MS = 30 * MINUTE_MS;
export const ORDER_MS = 72 * 60 * MINUTE_MS;
export const DAY_MS = 24 * 60 * MINUTE_MS;
const SHIPPING = { standard: 500, express: 1_600 } as const;
const MOST_AT_STORE = 50_000;

const hasCheckout = (m: Model): boolean => m.checkouts.length > 0;

export const initiate = step(
  'start a checkout',
  fc.record({
    cart: index,
    method: fc.constantFrom<Checkout['method']>('ship', 'ship', 'pickup', 'pickup', 'digital'),
  }),
  async (m, w, { cart: n, method }) => {
    const cart = prefer(m.carts, n, one => one.status === 'ACTIVE' && one.lines.size > 0);
    const at = w.house.shop.platform.clock.now().getTime();
    const reply = await w.call('POST', '/web-commerce/checkout/initiate/', cart, {
      cart_id: cart.id,
      store_id: STORE_ID,
      fulfillment_method: method,
      ...(method === 'pickup' && { pickup_scheduled_time: new Date(at + DAY_MS).toISOString() }),
    });
    if (cart.status !== 'ACTIVE') {
      expectReply(reply, 403, 'CART_NOT_OWNED');
      return 'CART_NOT_OWNED';
    }
    expectReply(reply, 201, {
      checkout: {
        status: 'checkout_initiated',
        expires_at: new Date(at + CHECKOUT_MS).toISOString(),
        transaction_id: null,
      },
    });
    m.checkouts.push({
      id: reply.body.checkout.id,
      cart,
      method,
      status: 'checkout_initiated',
      expiresAt: m.now + CHECKOUT_MS,
      sale: null,
      challengeFails: false,
      failed: false,
    });
    return method;
  },
  m => m.carts.length > 0,
);

/** Prices and stock of the cart are checked at payment. */
function contentRefusal({ cart, method }: Checkout): [number, string] | undefined {
  if (cart.lines.size === 0) return [400, 'CART_EMPTY'];
  if (method === 'digital' && [...cart.lines.keys()].some(goods => !goods.digital)) {
    return [400, 'NOT_DIGITAL'];
  }
  return undefined;
}

const CARDS = [
  'tok_ok',
  'tok_ok',
  'tok_ok',
  'tok_declined',
  'tok_insufficient_funds',
  'tok_challenge',
  'tok_challenge',
  'tok_challenge_fail',
  'at store',
  'at store',
] as const;
type Card = (typeof CARDS)[number];

const checkoutOf = (m: Model, n: number): Checkout =>
  prefer(m.checkouts, n, one => one.cart.status === 'ACTIVE' && !isOver(one));
const isOver = ({ status }: Checkout): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'expired';

export const complete = step(
  'pay for a checkout',
  fc.record({
    checkout: index,
    card: fc.constantFrom(...CARDS),
    delivery: fc.constantFrom<keyof typeof SHIPPING>('standard', 'express'),
  }),
  async (m, w, { checkout: n, card, delivery }) => {
    const checkout = checkoutOf(m, n);
    const reply = await w.keyed('/web-commerce/checkout/complete/', checkout.cart, {
      checkout_session_id: checkout.id,
      payment_method_id: card === 'at store' ? 'pay_at_store' : 'card',
      payment_data: card === 'at store' ? {} : { token: card },
      checkout_form_data: { ...FORM, delivery_method: { ...FORM.delivery_method, id: delivery } },
    });
    if (checkout.status === 'completed') {
      expectReply(reply, 200, placed(checkout));
      return 'again';
    }
    if (checkout.status === 'payment_requires_action') return stillOpen(checkout, reply);
    const refusal = payRefusal(m, checkout);
    if (refusal) {
      expectReply(reply, ...refusal);
      return refusal[1];
    }
    const total = totalOf(m, checkout, delivery);
    const barred = methodRefusal(checkout, card, total);
    if (barred) {
      expectReply(reply, 400, barred);
      return barred;
    }
    return settle(m, w, checkout, card, delivery, reply);
  },
  hasCheckout,
);

type Answer = Parameters<typeof expectReply>[0] & { body: { transaction_id?: string } };

const placed = ({ id, sale }: Checkout) => ({
  success: true,
  transaction_id: sale?.number,
  checkout_session_id: id,
  total_amount: money(sale?.total ?? 0),
});

/** A repeated payment returns the open challenge, unless its order was voided meanwhile. */
function stillOpen(checkout: Checkout, reply: Answer): string {
  if (checkout.sale?.status === 'voided') {
    expectReply(reply, 400, 'PAYMENT_FAILED');
    fail(checkout);
    return 'voided meanwhile';
  }
  expectReply(reply, 200, { requires_action: true, transaction_id: checkout.sale?.number });
  return 'still open';
}

function fail(checkout: Checkout): void {
  checkout.status = 'payment_failed';
  checkout.failed = true;
}

function payRefusal(m: Model, checkout: Checkout): [number, string] | undefined {
  const { cart } = checkout;
  if (checkout.status === 'cancelled') return [400, 'CHECKOUT_CANCELLED'];
  if (checkout.status === 'expired' || checkout.expiresAt <= m.now) {
    return [400, 'CHECKOUT_EXPIRED'];
  }
  if (cart.status !== 'ACTIVE') return [400, 'CART_NOT_ACTIVE'];
  const isBeingPaid = m.checkouts.some(
    other =>
      other !== checkout && other.cart === cart && other.status === 'payment_requires_action',
  );
  if (isBeingPaid) return [409, 'CHECKOUT_BUSY'];
  const refusal = contentRefusal(checkout);
  if (refusal) return refusal;
  if ([...cart.lines].some(([goods, pieces]) => pieces > available(goods))) {
    return [400, 'INSUFFICIENT_STOCK'];
  }
  if (cart.code && m.codeUses >= CODE_LIMIT) return [400, 'PROMO_CODE_NOT_VALID'];
  return undefined;
}

function totalOf(m: Model, { cart, method }: Checkout, delivery: keyof typeof SHIPPING): number {
  const isShipped = method === 'ship' && [...cart.lines.keys()].some(goods => !goods.digital);
  return billOf(m, cart).total + (isShipped ? SHIPPING[delivery] : 0);
}

function methodRefusal({ method }: Checkout, card: Card, total: number): string | undefined {
  if (card !== 'at store') return undefined;
  if (total > MOST_AT_STORE) return 'AMOUNT_OUT_OF_RANGE';
  return method === 'pickup' ? undefined : 'METHOD_NOT_USABLE';
}

export async function settle(
  m: Model,
  w: World,
  checkout: Checkout,
  card: Card,
  delivery: keyof typeof SHIPPING,
  reply: Answer,
): Promise<string> {
  const total = totalOf(m, checkout, delivery);
  if (total > 0 && (card === 'tok_declined' || card === 'tok_insufficient_funds')) {
    expectReply(reply, 400, 'PAYMENT_FAILED');
    m.strays += 1;
    fail(checkout);
    return 'declined';
  }
  expect(reply.status, reply.text).toBe(200);
  const sale = await writeSale(m, w, checkout, total, reply.body.transaction_id ?? '');
  checkout.sale = sale;
  if (total > 0 && card.startsWith('tok_challenge')) {
    expectReply(reply, 200, { requires_action: true });
    sale.status = 'payment_requires_action';
    const { body } = await w.call('GET', `/transactions/${sale.number}/`, 'office');
    const [{ id }] = body.payment_records;
    sale.payments = [{ ...onlinePayment(id, total), status: 'requires_action' }];
    checkout.status = 'payment_requires_action';
    checkout.challengeFails = card === 'tok_challenge_fail';
    return 'challenge';
  }
  if (card === 'at store' && total > 0) sale.expiresAt = m.now + ORDER_MS;
  else await pay(w, sale);
  await place(w, checkout);
  expectReply(reply, 200, placed(checkout));
  return card === 'at store' ? 'to be paid at the store' : total === 0 ? 'for nothing' : 'paid';
}

async function writeSale(
  m: Model,
  w: World,
  checkout: Checkout,
  total: number,
  number: string,
): Promise<Sale> {
  const bill = billOf(m, checkout.cart);
  const items = bill.items.map(item => ({
    ...item,
    goods: m.goods.find(goods => goods.sku === item.sku) as Goods,
  }));
  const sale: Sale = {
    number,
    source: 'web',
    status: 'pending',
    lines: await readLines(w, number, items),
    total,
    paid: 0,
    change: 0,
    payments: [],
    stock: 'untouched',
    usesCode: bill.discount > 0,
    expiresAt: null,
    fulfillment: null,
  };
  m.sales.push(sale);
  if (sale.usesCode) m.codeUses += 1;
  hold(sale);
  return sale;
}

const onlinePayment = (id: string, amount: number): Payment => ({
  id,
  kind: 'processor',
  amount,
  status: 'succeeded',
  isUnproven: false,
  shift: null,
  refunds: [],
});

/** The charge succeeded: the stock leaves at once. */
async function pay(w: World, sale: Sale): Promise<void> {
  if (sale.total > 0 && sale.payments.length === 0) {
    const { body } = await w.call('GET', `/transactions/${sale.number}/`, 'office');
    const [{ id }] = body.payment_records;
    sale.payments = [onlinePayment(id, sale.total)];
  }
  for (const payment of sale.payments) payment.status = 'succeeded';
  sale.paid = sale.total;
  sale.status = 'completed';
  takeOut(sale);
}

async function place(w: World, checkout: Checkout): Promise<void> {
  checkout.status = 'completed';
  checkout.cart.status = 'CONVERTED';
  const { sale } = checkout;
  if (sale === null) throw new Error('an order without a sale');
  const { body } = await w.call('GET', `/fulfillments/?transaction=${sale.number}`, 'office');
  expect(body).toMatchObject([{ fulfillment_type: checkout.method, status: 'pending' }]);
  sale.fulfillment = {
    id: body[0].id,
    type: checkout.method,
    status: 'pending',
    sent: new Map(),
    unsent: new Map(),
  };
}

/** A failed order releases its reservation. */
export function giveUp(m: Model, sale: Sale, status: 'voided' | 'expired'): void {
  sale.status = status;
  releaseStock(sale);
  releaseCode(m, sale);
}

export function releaseCode(m: Model, sale: Sale): void {
  if (sale.usesCode) m.codeUses -= 1;
  sale.usesCode = false;
}

export const confirm = step(
  'confirm a challenge',
  index,
  async (m, w, n) => {
    const checkout = prefer(m.checkouts, n, one => one.status === 'payment_requires_action');
    const reply = await w.keyed('/payments/confirm/', checkout.cart, {
      checkout_session_id: checkout.id,
    });
    switch (checkout.status) {
      case 'completed':
        expectReply(reply, 200, placed(checkout));
        return 'again';
      case 'payment_requires_action':
        return afterChallenge(m, w, checkout, reply);
      default: {
        const code = {
          checkout_initiated: 'NOTHING_TO_CONFIRM',
          payment_failed: 'PAYMENT_FAILED',
          cancelled: 'CHECKOUT_CANCELLED',
          expired: 'CHECKOUT_EXPIRED',
        }[checkout.status];
        expectReply(reply, 400, code);
        return code;
      }
    }
  },
  hasCheckout,
);

async function afterChallenge(
  m: Model,
  w: World,
  checkout: Checkout,
  reply: Answer,
): Promise<string> {
  const { sale } = checkout;
  const payment = sale?.payments[0];
  if (!sale || !payment) throw new Error('a challenge without a payment');
  const isVoided = sale.status === 'voided';
  const isShort = sale.lines.some(
    ({ goods, quantity }) => !goods.digital && goods.onHand < quantity,
  );
  if (!checkout.challengeFails && !isVoided && !isShort) {
    await pay(w, sale);
    await place(w, checkout);
    expectReply(reply, 200, placed(checkout));
    return 'paid';
  }
  expectReply(reply, 400, 'PAYMENT_FAILED');
  fail(checkout);
  if (!isVoided) giveUp(m, sale, 'voided');
  if (checkout.challengeFails) {
    if (!isVoided) payment.status = 'failed';
    return 'failed';
  }
  // A charge for a voided order is refunded at once and never counts as a payment.
  openRefund(m, {
    sale,
    payment,
    amount: payment.amount,
    cause: 'late_success',
    drawer: { shift: null, isAtTill: false },
  });
  payment.status = 'voided';
  return isVoided ? 'given back, voided' : 'given back, sold out';
}

export const cancel = step(
  'cancel a checkout',
  index,
  async (m, w, n) => {
    const checkout = pickFrom(m.checkouts, n);
    const reply = await w.call('POST', '/web-commerce/checkout/cancel/', checkout.cart, {
      checkout_session_id: checkout.id,
    });
    if (checkout.status === 'completed') {
      expectReply(reply, 400, 'CHECKOUT_COMPLETED');
      return 'CHECKOUT_COMPLETED';
    }
    expectReply(reply, 200, { success: true });
    const before = checkout.status;
    if (before === 'cancelled' || before === 'expired') return `${before} already`;
    if (before === 'payment_requires_action') cancelChallenge(m, checkout, 'voided');
    checkout.status = 'cancelled';
    return before;
  },
  hasCheckout,
);

/** Cancels the challenge; a voided order stays voided. */
export function cancelChallenge(m: Model, { sale }: Checkout, status: 'voided' | 'expired'): void {
  if (sale?.status !== 'payment_requires_action') return;
  giveUp(m, sale, status);
  for (const payment of sale.payments) payment.status = 'voided';
}

export const lookAtCheckout = step(
  'look at a checkout',
  index,
  async (m, w, n) => {
    const checkout = pickFrom(m.checkouts, n);
    const { status } = checkout;
    const path = `/web-commerce/checkout/${checkout.id}/status/`;
    const reply = await w.call('GET', path, checkout.cart);
    expectReply(reply, 200, {
      checkout_session: {
        status,
        is_expired: status === 'expired' || (status !== 'completed' && checkout.expiresAt <= m.now),
        transaction_id: status === 'completed' ? checkout.sale?.number : null,
      },
    });
    return status;
  },
  hasCheckout,
);
