import fc from 'fast-check';
import { expect } from 'vitest';
import type { Reply } from '../support/service.js';
import { billFor, money } from './cents.js';
import {
  available,
  type Cart,
  CODE_LIMIT,
  type Goods,
  type Model,
  pickFrom,
  prefer,
} from './state.js';
import { expectReply, step } from './step.js';
import { STORE_ID } from './world.js';

const index = fc.nat(30);
const quantity = fc.integer({ min: 1, max: 6 });
const hasCart = (m: Model): boolean => m.carts.length > 0;

export const billOf = (m: Model, cart: Cart) =>
  billFor(
    [...cart.lines].map(([goods, pieces]) => ({ ...goods, quantity: pieces })),
    { withCode: cart.code && m.codeUses < CODE_LIMIT },
  );

function expectCart(m: Model, cart: Cart, shown: Reply['body']): void {
  const bill = billOf(m, cart);
  expect(shown).toMatchObject({
    id: cart.id,
    subtotal: money(bill.subtotal),
    promotion_savings: money(bill.discount),
    estimated_tax: money(bill.tax),
    estimated_total: money(bill.total),
  });
  const lines: { sku: string }[] = shown.line_items;
  expect([...lines].sort((a, b) => (a.sku < b.sku ? -1 : 1))).toMatchObject(
    [...bill.items]
      .sort((a, b) => (a.sku < b.sku ? -1 : 1))
      .map(item => ({
        sku: item.sku,
        quantity: item.quantity,
        unit_price: money(item.price),
        line_total: money(item.gross),
        promotion_discount: money(item.discount),
        available: available(m.goods.find(goods => goods.sku === item.sku) as Goods),
      })),
  );
}

export const visit = step(
  'visit the shop',
  fc.record({ again: fc.option(index, { freq: 3 }) }),
  async (m, w, { again }) => {
    const old = again === null || m.carts.length === 0 ? undefined : pickFrom(m.carts, again);
    const who = { token: old?.token ?? '' };
    const reply = await w.call('POST', '/web-commerce/session/create/', who, {
      store_id: STORE_ID,
    });
    expectReply(reply, 201, { success: true });
    const { cart_id: id, cart_token: token } = reply.body;
    // A visit has one cart and one token; earlier ones are invalid.
    for (const cart of m.carts) {
      if (cart.token !== who.token) continue;
      if (cart.status === 'ACTIVE') cart.status = 'ABANDONED';
      cart.token = token;
    }
    m.carts.push({ id, token, status: 'ACTIVE', lines: new Map(), code: false });
    return old ? 'again' : 'first';
  },
);

const url = (cart: Cart, action: string): string => `/web-commerce/cart/${cart.id}/${action}/`;

const cartOf = (m: Model, n: number): Cart =>
  prefer(m.carts, n, ({ status }) => status === 'ACTIVE');

type Change = { cart: number; goods: number; quantity: number };
const change = fc.record({ cart: index, goods: index, quantity });

export const addToCart = step(
  'add to the cart',
  change,
  async (m, w, { cart: n, goods: g, quantity: pieces }: Change) => {
    const cart = cartOf(m, n);
    const goods = prefer(m.goods, g, one => available(one) > 0);
    const reply = await w.call('POST', url(cart, 'add'), cart, {
      sku: goods.sku,
      quantity: pieces,
      store_id: STORE_ID,
    });
    const refusal = refusalOf(cart, (cart.lines.get(goods) ?? 0) + pieces, goods);
    if (refusal) {
      expectReply(reply, ...refusal);
      return refusal[1];
    }
    cart.lines.set(goods, (cart.lines.get(goods) ?? 0) + pieces);
    expectReply(reply, 200);
    expectCart(m, cart, reply.body.cart);
    return 'added';
  },
  hasCart,
);

function refusalOf(cart: Cart, wanted: number, goods: Goods): [number, string] | undefined {
  if (cart.status !== 'ACTIVE') return [403, 'CART_NOT_OWNED'];
  if (wanted > available(goods)) return [400, 'INSUFFICIENT_STOCK'];
  return undefined;
}

export const changeCart = step(
  'change a quantity',
  change,
  async (m, w, { cart: n, goods: g, quantity: pieces }: Change) => {
    const cart = cartOf(m, n);
    const goods = prefer(m.goods, g, one => cart.lines.has(one));
    const reply = await w.call('PATCH', url(cart, 'update'), cart, {
      sku: goods.sku,
      quantity: pieces,
    });
    if (cart.status === 'ACTIVE' && !cart.lines.has(goods)) {
      expectReply(reply, 404, 'SKU_NOT_FOUND');
      return 'SKU_NOT_FOUND';
    }
    const refusal = refusalOf(cart, pieces, goods);
    if (refusal) {
      expectReply(reply, ...refusal);
      return refusal[1];
    }
    cart.lines.set(goods, pieces);
    expectReply(reply, 200);
    expectCart(m, cart, reply.body);
    return 'changed';
  },
  hasCart,
);

export const takeOff = step(
  'take off the cart',
  fc.record({ cart: index, goods: fc.nat(3), everything: fc.boolean() }),
  async (m, w, { cart: n, goods: g, everything }) => {
    const cart = cartOf(m, n);
    const goods = pickFrom(m.goods, g);
    const reply = everything
      ? await w.call('POST', url(cart, 'clear'), cart)
      : await w.call('POST', url(cart, 'remove'), cart, { sku: goods.sku });
    if (cart.status !== 'ACTIVE') {
      expectReply(reply, 403, 'CART_NOT_OWNED');
      return 'CART_NOT_OWNED';
    }
    expectReply(reply, 200);
    if (everything) {
      cart.lines.clear();
      cart.code = false;
      return 'everything';
    }
    cart.lines.delete(goods);
    expectCart(m, cart, reply.body);
    return 'one article';
  },
  hasCart,
);

export const promoCode = step(
  'promo code',
  fc.record({
    cart: index,
    how: fc.constantFrom('enter', 'enter', 'small letters', 'drop', 'wrong'),
  }),
  async (m, w, { cart: n, how }) => {
    const cart = cartOf(m, n);
    const typed = how === 'small letters' ? w.name.toLowerCase() : w.name;
    const code = how === 'wrong' ? 'NO-SUCH-CODE' : typed;
    const reply = await (how === 'drop'
      ? w.call('DELETE', url(cart, 'promo'), cart)
      : w.call('POST', url(cart, 'promo'), cart, { code }));
    if (cart.status !== 'ACTIVE') {
      expectReply(reply, 403, 'CART_NOT_OWNED');
      return 'CART_NOT_OWNED';
    }
    if (how !== 'drop' && (how === 'wrong' || m.codeUses >= CODE_LIMIT)) {
      expectReply(reply, 400, 'PROMO_CODE_INVALID');
      return how === 'wrong' ? 'unknown' : 'used up';
    }
    cart.code = how !== 'drop';
    expectReply(reply, 200, { promo_code: cart.code ? w.name : null });
    expectCart(m, cart, reply.body);
    return how;
  },
  hasCart,
);

export const lookAtCart = step(
  'look at the cart',
  index,
  async (m, w, n) => {
    const cart = cartOf(m, n);
    const reply = await w.call('GET', `/web-commerce/cart/${cart.id}/`, cart);
    if (cart.status !== 'ACTIVE') {
      expectReply(reply, 403, 'CART_NOT_OWNED');
      return 'CART_NOT_OWNED';
    }
    expectReply(reply, 200);
    expectCart(m, cart, reply.body);
    return 'shown';
  },
  hasCart,
);
