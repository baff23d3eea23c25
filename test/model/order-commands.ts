import fc from 'fast-check';
import { expect } from 'vitest';
import { FORM } from '../storefront/checkout-shoppers.js';
import { money, sum } from './cents.js';
import { DAY_MS, settle } from './checkout-commands.js';
import { isLive, isWaiting, MOVES, orders, toSend } from './operations-commands.js';
import { endSale, giveBack, shownRefund } from './refunds.js';
import { appraise } from './return-commands.js';
import { billOf } from './shop-commands.js';
import {
  amountOf,
  available,
  type Cart,
  type Checkout,
  dueOf,
  type Fulfillment,
  type Goods,
  type Model,
  pickFrom,
  prefer,
  putBack,
  type Return,
  type Sale,
  takeOut,
} from './state.js';
import { expectReply, step } from './step.js';
import { actor, approvalFor, whoIs } from './till-commands.js';
import { mayRefund } from './tills.js';
import { STORE_ID, type World } from './world.js';

const index = fc.nat(30);

/** A web order in one step: a visit, a cart, a checkout and its payment. */
export const placeOrder = step(
  'place an order',
  fc.record({
    goods: fc.array(index, { minLength: 1, maxLength: 3 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    card: fc.constantFrom('at store', 'at store', 'tok_ok'),
    method: fc.constantFrom('pickup', 'pickup', 'ship'),
  }),
  async (m, w, { goods: chosen, quantity, card: wanted, method }) => {
    const goods = [...new Set(chosen.map(n => pickFrom(m.goods, n)))].filter(
      one => available(one) >= quantity,
    );
    if (goods.length === 0) return 'sold out';
    const cart = await fillCart(m, w, goods, quantity);
    const isAtStore = wanted === 'at store' && billOf(m, cart).total <= 50_000;
    const card = isAtStore ? 'at store' : 'tok_ok';
    const checkout = await startCheckout(m, w, cart, isAtStore ? 'pickup' : method);
    const reply = await w.keyed('/web-commerce/checkout/complete/', cart, {
      checkout_session_id: checkout.id,
      payment_method_id: isAtStore ? 'pay_at_store' : 'card',
      payment_data: isAtStore ? {} : { token: card },
      checkout_form_data: FORM,
    });
    return `${checkout.method} ${await settle(m, w, checkout, card, 'standard', reply)}`;
  },
);

async function fillCart(m: Model, w: World, goods: Goods[], quantity: number): Promise<Cart> {
  const visit = await w.call(
    'POST',
    '/web-commerce/session/create/',
    { token: '' },
    { store_id: STORE_ID },
  );
  expectReply(visit, 201, { success: true });
  const { cart_id: id, cart_token: token } = visit.body;
  const cart: Cart = { id, token, status: 'ACTIVE', lines: new Map(), code: false };
  m.carts.push(cart);
  for (const one of goods) {
    const added = await w.call('POST', `/web-commerce/cart/${id}/add/`, cart, {
      sku: one.sku,
      quantity,
      store_id: STORE_ID,
    });
    expectReply(added, 200);
    cart.lines.set(one, quantity);
  }
  return cart;
}

async function startCheckout(m: Model, w: World, cart: Cart, method: string): Promise<Checkout> {
  const at = w.house.shop.platform.clock.now().getTime();
  const started = await w.call('POST', '/web-commerce/checkout/initiate/', cart, {
    cart_id: cart.id,
    store_id: STORE_ID,
    fulfillment_method: method,
    ...(method === 'pickup' && { pickup_scheduled_time: new Date(at + DAY_MS).toISOString() }),
  });
  expectReply(started, 201);
  const checkout: Checkout = {
    id: started.body.checkout.id,
    cart,
    method: method as Checkout['method'],
    status: 'checkout_initiated',
    expiresAt: Number.POSITIVE_INFINITY,
    sale: null,
    challengeFails: false,
    failed: false,
  };
  m.checkouts.push(checkout);
  return checkout;
}

export const handOver = step(
  'hand an order over',
  fc.record({ till: index, order: index }),
  async (m, w, { till: t, order: n }) => {
    const till = pickFrom(w.house.tills, t);
    const sale = prefer(
      m.sales,
      n,
      one => one.fulfillment?.type === 'pickup' && isWaiting(one.fulfillment),
    );
    const { fulfillment } = sale;
    const isHere = fulfillment?.type === 'pickup';
    const waits = isHere && isWaiting(fulfillment) && isLive(sale);
    const found = await w.call('GET', `/pos/orders/?q=${sale.number}`, till);
    expectReply(found, 200);
    expect(found.body).toMatchObject(
      waits
        ? [{ transaction_id: sale.number, amount_due: money(dueOf(sale)), is_paid: !dueOf(sale) }]
        : [],
    );
    const reply = await w.call('POST', `/pos/orders/${sale.number}/hand-over/`, till);
    if (isHere && fulfillment.status === 'picked_up') {
      expectReply(reply, 409, 'ALREADY_HANDED_OVER');
      return 'ALREADY_HANDED_OVER';
    }
    if (!waits) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    if (dueOf(sale) > 0) {
      expectReply(reply, 409, 'PAYMENT_DUE');
      return 'PAYMENT_DUE';
    }
    expectReply(reply, 200, { order: { transaction_id: sale.number, status: 'picked_up' } });
    fulfillment.status = 'picked_up';
    return 'handed over';
  },
  m => m.sales.length > 0,
);

export const cancelOrder = step(
  'cancel an order',
  fc.record({
    order: index,
    refund: fc.constantFrom(true, true, true, false),
    restock: fc.constantFrom(true, true, false),
    /** One unit of one article only. */
    onePiece: fc.boolean(),
    actor,
  }),
  async (m, w, { order: n, refund, restock, onePiece, actor: chosen }) => {
    const sale = prefer(orders(m), n, one => isLive(one));
    const fulfillment = sale.fulfillment as Fulfillment;
    const open = toSend(sale, fulfillment);
    const [first] = open.keys();
    const items = onePiece && first !== undefined ? new Map([[first, 1]]) : undefined;
    const cancel: Cancel = {
      sale,
      items: items ?? open,
      isPart: items !== undefined,
      refund,
      restock,
    };
    const { who, named, drawer, isShut } = whoIs(m, w, chosen);
    const amount = sale.paid === 0 ? 0 : sale.total;
    const approval = await approvalFor(w, who, 'refund', sale, amount, chosen.isApproved);
    const reply = await w.keyed(`/fulfillments/${fulfillment.id}/cancel/`, who, {
      reason: 'Sold out',
      refund,
      restock,
      ...(items && { items: [...items].map(([sku, quantity]) => ({ sku, quantity })) }),
      ...approval,
      ...(named && { shift_id: named.id }),
    });
    const isAllowed = mayRefund(who) || approval.approval_request_id !== undefined;
    const refusal = refusalOf(m, cancel, isAllowed, isShut);
    if (refusal) {
      expectReply(reply, ...refusal);
      return refusal[1];
    }
    const before = m.refunds.length;
    const effect = effectOf(cancel);
    if (effect === 'end') endSale(m, sale, drawer);
    if (effect === 'return') {
      const made = takeBack(m, cancel, reply.body.return_id);
      giveBack(m, sale, amountOf(made), { cause: 'return', to: 'original', drawer });
    }
    const rest = [...open].some(([sku, pieces]) => pieces > (cancel.items.get(sku) ?? 0));
    if (!cancel.isPart || !rest) {
      fulfillment.status = fulfillment.sent.size > 0 ? 'shipped' : 'cancelled';
    }
    const refunds = m.refunds.slice(before);
    expectReply(reply, 200, {
      status: fulfillment.status,
      refund_amount: money(sum(refunds.map(one => one.amount))),
      refunds: refunds.map(shownRefund),
      transaction_status: sale.status,
    });
    return `${effect}${refund ? '' : ', no refund'}${restock ? '' : ', no restock'}`;
  },
  m => orders(m).length > 0,
);

type Cancel = {
  sale: Sale;
  items: ReadonlyMap<string, number>;
  isPart: boolean;
  refund: boolean;
  restock: boolean;
};

const isPaidInFull = (sale: Sale): boolean =>
  sale.status === 'completed' || sale.status === 'partially_refunded' || sale.status === 'refunded';

/** An unpaid order ends; of a paid one the goods come back like a return. */
function effectOf({ sale, items, refund, restock }: Cancel): 'nothing' | 'end' | 'return' {
  if (items.size === 0 || sale.status === 'voided' || sale.status === 'expired') return 'nothing';
  if (!isPaidInFull(sale)) return 'end';
  return refund || restock ? 'return' : 'nothing';
}

function refusalOf(
  m: Model,
  cancel: Cancel,
  isAllowed: boolean,
  isShut: boolean,
): [number, string] | undefined {
  const { sale, refund, isPart } = cancel;
  const { type, status } = sale.fulfillment as Fulfillment;
  if (!MOVES[type].cancel?.from.includes(status)) return [409, 'INVALID_STATE'];
  if (isPart && !(isPaidInFull(sale) && isLive(sale))) return [409, 'INVALID_STATE'];
  const effect = effectOf(cancel);
  if (effect === 'nothing') return undefined;
  if (effect === 'end' && sale.paid > 0 && !refund) return [409, 'INVALID_STATE'];
  const amount = effect === 'end' ? sale.paid : refund ? worth(m, cancel) : 0;
  if (amount > 0 && !isAllowed) return [403, 'APPROVAL_REQUIRED'];
  return isShut ? [409, 'INVALID_STATE'] : undefined;
}

const wantedOf = ({ sale, items }: Cancel) =>
  new Map(
    sale.lines.flatMap(line => {
      const pieces = items.get(line.goods.sku) ?? 0;
      return pieces > 0 ? [[line, pieces] as const] : [];
    }),
  );

function worth(m: Model, cancel: Cancel): number {
  const { lines, shipping } = appraise(m, cancel.sale, wantedOf(cancel));
  return sum(lines.map(line => line.amount)) + shipping;
}

/** The goods come back as a return that is completed at once. */
function takeBack(m: Model, cancel: Cancel, id: string): Return {
  const { sale, refund, restock } = cancel;
  const value = appraise(m, sale, wantedOf(cancel));
  const made: Return = {
    id,
    sale,
    status: 'completed',
    isWithheld: !refund,
    lines: value.lines,
    shipping: refund ? value.shipping : 0,
  };
  takeOut(sale);
  for (const { line, quantity } of made.lines) line.returned += quantity;
  if (restock) putBack(made.lines.map(({ line, quantity }) => ({ goods: line.goods, quantity })));
  m.returns.push(made);
  return made;
}
