import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { formatMoney, minor, sumOf } from '../../src/platform/money.js';
import { settleJobs } from '../transactions/support.js';
import {
  cancel,
  complete,
  initiate,
  levelOf,
  openCheckoutShop,
  tomorrow,
} from './checkout-support.js';
import {
  AIRPORT_ID,
  byToken,
  cartPath,
  DOWNTOWN_ID,
  openVisit,
  type Reply,
  readCart,
  type Shop,
  type Visit,
} from './support.js';

const SKU = 'CHEESE-KG';
let shop: Shop;

beforeAll(async () => {
  shop = await openCheckoutShop({ background: true });
  await office('POST', '/products/', {
    name: 'Alpine Cheese',
    slug: 'alpine-cheese',
    tax_class: 'reduced',
    variants: [{ sku: SKU, price: '12.90', unit: 'kg' }],
  });
  const prices = [
    { price_list: 'EUR', variant: SKU, amount: '12.90' },
    { price_list: 'EUR', variant: SKU, amount: '9.90', min_quantity: 2 },
  ];
  for (const price of prices) await office('POST', '/prices/', price);
  for (const store of ['DOWNTOWN', 'AIRPORT']) {
    await office('POST', '/inventory-levels/', { store, sku: SKU, on_hand: 20 });
  }
});
afterAll(async () => {
  const { db } = shop.platform;
  expect([await levelsOutOfBalance(db), await reservedOutOfBalance(db)]).toEqual([[], []]);
  await shop.close();
});

const office = async (method: string, url: string, body?: object): Promise<Reply> => {
  const reply = await shop.call(method, url, { token: await shop.officeToken('admin'), body });
  if (reply.status >= 500) throw new Error(reply.text);
  return reply;
};

const add = (visit: Visit, quantity: unknown, sku = SKU): Promise<Reply> =>
  shop.call('POST', cartPath(visit.cartId, 'add'), {
    headers: byToken(visit),
    body: { sku, quantity },
  });
const change = (visit: Visit, quantity: unknown, sku = SKU): Promise<Reply> =>
  shop.call('PATCH', cartPath(visit.cartId, 'update'), {
    headers: byToken(visit),
    body: { sku, quantity },
  });

type Order = { number: string; token: string; fulfillment: string };

/** A paid order of cheese, to be shipped. */
async function ordered(quantity: unknown, storeId = DOWNTOWN_ID): Promise<Order> {
  const visit = await openVisit(shop, storeId);
  expect((await add(visit, quantity)).status).toBe(200);
  const begun = await initiate(shop, visit, { store_id: storeId });
  expect(begun.status).toBe(201);
  const { body } = await complete(shop, visit, begun.body.checkout.id);
  const number: string = body.transaction_id;
  const found = await office('GET', `/fulfillments/?transaction=${number}`);
  return { number, token: body.receipt_token, fulfillment: found.body[0].id };
}

const sale = async (number: string) => (await office('GET', `/transactions/${number}/`)).body;
const ship = (id: string, items: object[], more: object = {}): Promise<Reply> =>
  office('POST', `/fulfillments/${id}/ship/`, { carrier_name: 'Post', items, ...more });
const mailAbout = async (number: string, purpose: string): Promise<string> => {
  const mail = await shop.platform.db
    .selectFrom('mails')
    .select('body_text')
    .where('purpose', '=', purpose)
    .where('subject', 'like', `%${number}%`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return mail?.body_text ?? '';
};
const cents = (amounts: readonly string[]): string =>
  formatMoney(sumOf(amounts.map(text => minor(text, 'USD'))), 'USD');

describe('goods sold by weight on the pages of the shop', () => {
  it('have their unit, a price per unit and decimal stock', async () => {
    const { body } = await shop.call(
      'GET',
      `/web-commerce/products/alpine-cheese/?store_id=${AIRPORT_ID}`,
    );
    expect(body).toMatchObject({ price: '12.90', unit: 'kg', available: 20, in_stock: true });
    expect(body.variants).toMatchObject([{ sku: SKU, price: '12.90', unit: 'kg', available: 20 }]);
    const mug = await shop.call('GET', '/web-commerce/products/white-mug/');
    expect(mug.status).toBe(200);
    expect(JSON.stringify(mug.body)).not.toContain('"unit"');
  });
});

describe('a cart with goods sold by weight', () => {
  it('takes decimals as numbers and strings, and prices the weight', async () => {
    const visit = await openVisit(shop);
    const first = await add(visit, 0.432);
    expect(first.body.cart).toMatchObject({ subtotal: '5.57', estimated_total: '6.03' });
    const second = await add(visit, '0.100');
    expect(second.body.cart.line_items).toMatchObject([
      { sku: SKU, quantity: 0.532, unit: 'kg', unit_price: '12.90', line_total: '6.86' },
    ]);
    expect(second.body.cart.line_items[0]).toMatchObject({
      available: 20,
      effective_price: '12.89',
    });
    const changed = await change(visit, '1.5');
    expect(changed.body.line_items).toMatchObject([{ quantity: 1.5, line_total: '19.35' }]);
    expect((await readCart(shop, visit)).text).toContain('"quantity":1.5');
  });

  it('counts pieces with whole numbers as before', async () => {
    const visit = await openVisit(shop);
    const reply = await add(visit, 2, 'MUG-WHITE');
    expect(reply.text).toContain('"quantity":2,');
    expect(reply.body.cart.line_items[0].unit).toBeUndefined();
    for (const [quantity, message] of [
      [1.5, 'Must be a whole number: these goods are sold by the piece.'],
      ['2', 'Must be a whole number: these goods are sold by the piece.'],
      [1_000, 'Must be at most 999.'],
    ] as const) {
      for (const refused of [
        await add(visit, quantity, 'MUG-WHITE'),
        await change(visit, quantity, 'MUG-WHITE'),
      ]) {
        expect([refused.status, refused.body.details]).toEqual([400, { quantity: [message] }]);
      }
    }
    expect((await readCart(shop, visit)).body.line_items).toMatchObject([{ quantity: 2 }]);
  });

  it.each([0, -1, 0.0005, '1,5', '1.2345', 'NaN', 1e-9, 10_000, '10000', null, true])(
    'refuses the quantity %j and stays as it is',
    async quantity => {
      const visit = await openVisit(shop);
      await add(visit, 0.5);
      for (const refused of [await add(visit, quantity), await change(visit, quantity)]) {
        expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['quantity']]);
      }
      expect((await readCart(shop, visit)).body.line_items).toMatchObject([{ quantity: 0.5 }]);
    },
  );

  it('takes at most 9,999 units, and no more than the store has', async () => {
    const visit = await openVisit(shop);
    const refused = await add(visit, '20.001');
    expect([refused.status, refused.body.code]).toEqual([400, 'INSUFFICIENT_STOCK']);
    expect(refused.body.error).toContain('CHEESE-KG (20 available)');
    expect(refused.body.details.shortages).toMatchObject([{ requested: 20.001, available: 20 }]);
    await add(visit, 0.25);
    const changed = await change(visit, 20.5);
    expect(changed.body.details.shortages).toMatchObject([{ requested: 20.5, available: 20 }]);
    await office('POST', '/products/', {
      name: 'Gravel',
      variants: [{ sku: 'GRAVEL-KG', price: '0.10', unit: 'kg' }],
    });
    await office('POST', '/inventory-levels/', {
      store: 'DOWNTOWN',
      sku: 'GRAVEL-KG',
      on_hand: 50_000,
    });
    expect((await add(visit, '9998.5', 'GRAVEL-KG')).status).toBe(200);
    expect((await add(visit, '0.5', 'GRAVEL-KG')).status).toBe(200);
    const over = await add(visit, '0.001', 'GRAVEL-KG');
    expect([over.status, over.body.code]).toEqual([400, 'CART_LIMIT']);
    expect(over.body.details).toEqual({
      quantity: ['A cart takes at most 9999 kg of an article.'],
    });
  });

  it('does not show a stranger whether a quantity fits', async () => {
    const [visit, stranger] = [await openVisit(shop), await openVisit(shop)];
    await add(visit, 0.5);
    const foreign = { ...stranger, cartId: visit.cartId };
    for (const quantity of [0.5, 1.2345, 50]) {
      expect((await add(foreign, quantity)).status).toBe(403);
      expect((await change(foreign, quantity)).status).toBe(403);
    }
  });

  it('changes its price with the quantity', async () => {
    const visit = await openVisit(shop, AIRPORT_ID);
    expect((await add(visit, 1.999)).body.cart).toMatchObject({ subtotal: '25.79' });
    const two = await change(visit, 2);
    expect(two.body.line_items).toMatchObject([{ unit_price: '9.90', line_total: '19.80' }]);
    expect((await change(visit, 1.5)).body.line_items[0].unit_price).toBe('12.90');
  });

  it('keeps the unit of its articles', async () => {
    await office('POST', '/products/', {
      name: 'Map',
      is_digital: true,
      variants: [{ sku: 'MAP', price: '3.00' }],
    });
    const visit = await openVisit(shop);
    expect((await add(visit, 2, 'MAP')).status).toBe(200);
    const reply = await office('PATCH', '/product-variants/MAP/', { unit: 'kg' });
    expect([reply.status, reply.body.code]).toEqual([409, 'UNIT_IN_USE']);
  });
});

describe('a web order of goods sold by weight', () => {
  it('adds the tax to the price at DOWNTOWN and takes the weight from the stock', async () => {
    const before = await levelOf(shop, SKU);
    const { number, token } = await ordered(0.432);
    expect(await sale(number)).toMatchObject({
      subtotal: '5.57',
      taxAmount: '0.46',
      shippingAmount: '5.00',
      totalAmount: '11.03',
      prices_include_tax: false,
      lineItems: [{ sku: SKU, quantity: 0.432, unit: 'kg', unitPrice: '12.90', subtotal: '5.57' }],
    });
    expect(await levelOf(shop, SKU)).toEqual({ ...before, on_hand: before.on_hand - 432 });
    const { body } = await shop.call('POST', '/web-commerce/guest-order/', {
      body: { access_token: token },
    });
    expect(body.transaction.line_items).toMatchObject([{ quantity: 0.432, unit: 'kg' }]);
    expect(body.fulfillment.shipments[0].items).toMatchObject([{ quantity: 0.432, unit: 'kg' }]);
    expect(await mailAbout(number, 'order-confirmation')).toContain(
      '0.432 kg x Alpine Cheese: 5.57',
    );
    const receipt = await office('GET', `/transactions/${number}/receipt/?format=text`);
    expect(receipt.text).toMatch(/0\.432 kg x 12\.90\/kg +5\.57/);
  });

  it('has the tax inside its price at AIRPORT', async () => {
    const before = await levelOf(shop, SKU, AIRPORT_ID);
    const { number } = await ordered('0.432', AIRPORT_ID);
    expect(await sale(number)).toMatchObject({
      currency: 'EUR',
      subtotal: '5.57',
      // 7 % inside 5.57 and 19 % inside the shipping of 5.00.
      taxAmount: '1.16',
      totalAmount: '10.57',
      prices_include_tax: true,
      lineItems: [{ quantity: 0.432, unit: 'kg', subtotal: '5.57', taxAmount: '0.36' }],
    });
    expect(await levelOf(shop, SKU, AIRPORT_ID)).toEqual({
      ...before,
      on_hand: before.on_hand - 432,
    });
  });

  it('reserves the weight while it is paid, and gives it back when it is cancelled', async () => {
    const before = await levelOf(shop, SKU);
    const visit = await openVisit(shop);
    await add(visit, '1.250');
    const { body } = await initiate(shop, visit);
    const { id } = body.checkout;
    await complete(shop, visit, id, { token: 'tok_challenge' });
    expect(await levelOf(shop, SKU)).toEqual({ ...before, reserved: before.reserved + 1_250 });
    expect((await cancel(shop, visit, id)).status).toBe(200);
    expect(await levelOf(shop, SKU)).toEqual(before);
  });

  it('gives the last 0.500 kg to one of two who order 0.300 kg at once', async () => {
    const { on_hand } = await levelOf(shop, SKU);
    const count = async (counted: number) =>
      office('POST', '/inventory-levels/count/', {
        store: 'DOWNTOWN',
        counts: [{ sku: SKU, counted }],
      });
    const visits = [await openVisit(shop), await openVisit(shop)];
    for (const visit of visits) await add(visit, 0.3);
    const ids: string[] = [];
    for (const visit of visits) ids.push((await initiate(shop, visit)).body.checkout.id);
    await count(0.5);
    const replies = await Promise.all(
      visits.map((visit, index) => complete(shop, visit, ids[index] ?? '')),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400]);
    const refused = replies.find(reply => reply.status === 400);
    expect(refused?.body.details.shortages).toMatchObject([{ requested: 0.3, available: 0.2 }]);
    expect(await levelOf(shop, SKU)).toEqual({ on_hand: 200, reserved: 0 });
    await count(on_hand / 1_000);
  });

  it('is shipped in parts, of which none exceeds the rest', async () => {
    const { number, fulfillment } = await ordered(1.5);
    for (const quantity of [1.501, 0.0005, 0, '1,5']) {
      const refused = await ship(fulfillment, [{ sku: SKU, quantity }]);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
        400,
        ['items.0.quantity'],
      ]);
    }
    const half = { sku: SKU, quantity: 0.75 };
    const over = await ship(fulfillment, [half, { sku: SKU, quantity: 0.751 }]);
    expect(over.body.errors['items.0.quantity']).toEqual([
      'Only 1.5 of this can still be shipped.',
    ]);
    const parcel = [{ sku: SKU, quantity: '0.432' }];
    const first = await ship(fulfillment, parcel, { tracking_number: `A-${number}` });
    expect(first.body).toMatchObject({
      status: 'processing',
      items: [{ quantity: 1.5, unit: 'kg' }],
      shipments: [
        { status: 'shipped', items: [{ sku: SKU, quantity: 0.432, unit: 'kg' }] },
        { status: 'pending', items: [{ sku: SKU, quantity: 1.068, unit: 'kg' }] },
      ],
    });
    expect(await mailAbout(number, 'order_shipped')).toContain('\n0.432 kg x Alpine Cheese\n');
    const refused = await ship(fulfillment, [{ sku: SKU, quantity: 1.069 }]);
    expect(refused.body).toMatchObject({ code: 'SHIPS_MORE_THAN_SOLD' });
    expect(refused.text).toContain('Only 1.068 of this can still be shipped.');
    const rest = await ship(fulfillment, [{ sku: SKU, quantity: 1.068 }]);
    expect(rest.body).toMatchObject({ status: 'shipped' });
  });

  it('is cancelled in part for what was paid, and restocked', async () => {
    const before = await levelOf(shop, SKU);
    const { number, fulfillment } = await ordered(1);
    const preview = await office('GET', `/fulfillments/${fulfillment}/cancellation/`);
    expect(preview.body.items).toEqual([{ sku: SKU, quantity: 1, unit: 'kg' }]);
    const cancelItems = (quantity: unknown) =>
      office('POST', `/fulfillments/${fulfillment}/cancel/`, {
        reason: 'Sold out',
        items: [{ sku: SKU, quantity }],
      });
    const tooMuch = await cancelItems(1.001);
    expect(tooMuch.body.errors).toEqual({
      'items.0.quantity': ['Only 1 of CHEESE-KG can still be cancelled.'],
    });
    const part = await cancelItems('0.333');
    expect(part.body).toMatchObject({
      status: 'pending',
      cancelled_items: [{ sku: SKU, quantity: 0.333, unit: 'kg' }],
      items: [{ quantity: 0.667, unit: 'kg' }],
    });
    expect(await mailAbout(number, 'order_cancelled')).toContain('\n0.333 kg x Alpine Cheese\n');
    const rest = await office('POST', `/fulfillments/${fulfillment}/cancel/`, { reason: 'Gone' });
    expect(rest.body.cancelled_items).toEqual([{ sku: SKU, quantity: 0.667, unit: 'kg' }]);
    const refunded = cents([part.body.refund_amount, rest.body.refund_amount]);
    expect([refunded, (await sale(number)).totalAmount]).toEqual(['18.96', '18.96']);
    expect(await levelOf(shop, SKU)).toEqual(before);
  });

  it('comes back in parts for exactly what was paid', async () => {
    const before = await levelOf(shop, SKU, AIRPORT_ID);
    const { number, fulfillment } = await ordered(0.999, AIRPORT_ID);
    await office('POST', `/fulfillments/${fulfillment}/ship/`, {});
    const [line] = (await sale(number)).lineItems;
    const refunds: string[] = [];
    for (const quantity of [0.333, '0.25', 0.416]) {
      const opened = await office('POST', '/returns/', {
        transaction: number,
        return_reason: 'defective',
        line_items: [{ original_line_item: line.id, quantity }],
      });
      expect(opened.body.line_items).toMatchObject([{ quantity: Number(quantity), unit: 'kg' }]);
      for (const step of ['approve', 'receive', 'complete']) {
        expect((await office('POST', `/returns/${opened.body.id}/${step}/`)).status).toBe(200);
      }
      const done = await office('GET', `/returns/${opened.body.id}/`);
      refunds.push(done.body.refund_amount);
    }
    // 0.999 kg at 12.90, and the shipping of 5.00 with the last part.
    expect([cents(refunds), (await sale(number)).totalAmount]).toEqual(['17.89', '17.89']);
    expect(await levelOf(shop, SKU, AIRPORT_ID)).toEqual(before);
  });

  it('waits at the counter, is paid there and handed over once', async () => {
    const before = await levelOf(shop, SKU);
    const visit = await openVisit(shop);
    await add(visit, 0.25);
    const begun = await initiate(shop, visit, {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    const placed = await complete(shop, visit, begun.body.checkout.id, {
      method: 'pay_at_store',
      token: null,
    });
    const number: string = placed.body.transaction_id;
    expect(await levelOf(shop, SKU)).toEqual({ ...before, reserved: before.reserved + 250 });
    const token = await shop.tillToken();
    const waiting = await shop.call('GET', `/pos/orders/?q=${number}`, { token });
    expect(waiting.body).toMatchObject([
      { transaction_id: number, lines: [{ sku: SKU, quantity: 0.25, unit: 'kg' }] },
    ]);
    const paid = await shop.call('POST', `/pos/transactions/${number}/payment/`, {
      token,
      body: { payment_method_id: 'cash', tendered_amount: '10.00' },
    });
    expect(paid.status).toBe(202);
    for (const status of [200, 409]) {
      const url = `/pos/orders/${number}/hand-over/`;
      expect((await shop.call('POST', url, { token })).status).toBe(status);
    }
    await settleJobs(shop);
    expect(await levelOf(shop, SKU)).toEqual({ ...before, on_hand: before.on_hand - 250 });
  });
});
