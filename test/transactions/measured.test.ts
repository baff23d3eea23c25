import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance } from '../../src/domains/inventory/index.js';
import { formatMoney } from '../../src/platform/money.js';
import { type Desk, ok, openDesk } from '../returns/support.js';
import { basket, onHand, settleJobs } from './support.js';

const SKU = 'CHEESE-KG';
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk({});
  const body = {
    name: 'Alpine Cheese',
    slug: 'alpine-cheese',
    is_tax_exempt: true,
    variants: [{ sku: SKU, price: '12.90', cost: '6.00', unit: 'kg' }],
  };
  expect((await office('POST', '/products/', body)).body.variants[0].unit).toBe('kg');
  ok(
    await office('POST', '/inventory-levels/', { store: 'DOWNTOWN', sku: SKU, on_hand: 10.5 }),
    201,
  );
});
afterAll(async () => {
  expect(await levelsOutOfBalance(desk.shop.platform.db)).toEqual([]);
  await desk.close();
});

const office = async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  desk.shop.call(method, url, { token: await desk.shop.officeToken(), body });

const cheese = (quantity: unknown, subtotalMinor: number) => ({
  ...basket([], '0.00'),
  line_items: [
    { sku: SKU, quantity, unit_price: '12.90', subtotal: formatMoney(subtotalMinor, 'USD') },
  ],
  subtotal: formatMoney(subtotalMinor, 'USD'),
  total_amount: formatMoney(subtotalMinor, 'USD'),
});

const create = (body: object) => desk.counter.post('/pos/transactions/create/', body);
const cash = { payment_method_id: 'cash' };

describe('goods sold by weight at the till', () => {
  it('are sold, shown and taken from the stock with three decimals', async () => {
    const sale = await desk.counter.sold(cash, cheese(0.432, 557));
    await settleJobs(desk.shop);
    const { body } = ok(await desk.counter.get(`/line-items/?transaction=${sale}`));
    expect(body).toMatchObject([
      { quantity: 0.432, unit: 'kg', unitPrice: '12.90', subtotal: '5.57', returnedQuantity: 0 },
    ]);
    expect((await desk.counter.row(sale)).total_amount).toBe('5.57');
    const levels = await office('GET', `/inventory-levels/?store=DOWNTOWN&sku=${SKU}`);
    expect(levels.body).toMatchObject([{ unit: 'kg', on_hand: 10.068, available: 10.068 }]);
    const moves = await office('GET', `/inventory-levels/${levels.body[0].id}/movements/`);
    expect(moves.body.map((one: { quantity: number }) => one.quantity)).toEqual([-0.432, 10.5]);
    const receipt = await desk.counter.get(`/transactions/${sale}/receipt/?format=text`);
    expect(receipt.text).toMatch(/0\.432 kg x 12\.90\/kg +5\.57/);
  });

  it('take decimal strings, and the price printed on a label', async () => {
    const { body } = await create(cheese('1.500', 1935));
    const found = await desk.counter.get(`/transactions/${body.transaction.transaction_id}/`);
    expect(found.body.lineItems[0].quantity).toBe(1.5);
    // A label for 5.56 at 12.90: 0.431 kg cost 5.56; 0.432 kg cost 5.57.
    expect((await create(cheese(0.431, 556))).status).toBe(201);
    // A label for 7.51: 0.582 kg cost 7.51 by weight and by price.
    expect((await create(cheese(0.582, 751))).status).toBe(201);
  });

  it.each([0, -1, 1e-9, 0.0005, '1,5', '1.2345', 'NaN', 1e21, 10_000, null, true])(
    'refuse the quantity %j and write nothing',
    async quantity => {
      const before = await desk.recordCounts();
      const reply = await create(cheese(quantity, 557));
      expect(reply.status).toBe(400);
      expect(JSON.stringify(reply.body)).toContain('line_items.0.quantity');
      expect(await desk.recordCounts()).toEqual(before);
    },
  );

  it('are quoted by weight, and sold as quoted', async () => {
    const quoted = await desk.counter.post('/pos/quote/', {
      line_items: [{ sku: SKU, quantity: '0.432' }],
    });
    expect(quoted.body.lines).toMatchObject([{ quantity: 0.432, subtotal: '5.57' }]);
    expect(quoted.body.explain).toMatchObject([{ quantity: 0.432, unit_price: '12.90' }]);
    const { quote_id } = quoted.body;
    const other = await create({ ...cheese(0.5, 645), quote_id });
    expect([other.status, other.body.code]).toEqual([400, 'QUOTE_MISMATCH']);
    expect(other.body.error).toContain('The quote is for 0.432.');
    expect((await create({ ...cheese(0.432, 557), quote_id })).status).toBe(201);
  });

  it('refuse a sum that neither the weight nor a printed price gives', async () => {
    const reply = await create(cheese(0.432, 560));
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'SUM_MISMATCH' });
  });

  it('are no fraction of a piece', async () => {
    for (const quantity of [1.5, '2']) {
      const body = basket([{ sku: 'MUG-WHITE', price: '12.50', quantity: 2 }], '2.06');
      const [line] = body.line_items;
      const reply = await create({ ...body, line_items: [{ ...line, quantity }] });
      expect(reply.status).toBe(400);
      expect(JSON.stringify(reply.body)).toContain('line_items.0.quantity');
    }
  });

  it('come back in parts for exactly what was paid, and the stock ends as before', async () => {
    const before = await onHand(desk.shop, SKU);
    const sale = await desk.counter.sold(cash, cheese(0.999, 1289));
    await settleJobs(desk.shop);
    expect(await onHand(desk.shop, SKU)).toBe(before - 999);
    const parts = [0.333, 0.25, 0.416];
    let refunded = 0;
    for (const quantity of parts) {
      const { line_items, refund_amount } = await desk.completed(sale, [{ sku: SKU, quantity }], {
        refund_to: 'store_credit',
      });
      expect(line_items).toMatchObject([{ quantity, unit: 'kg' }]);
      refunded += Math.round(Number(refund_amount) * 100);
    }
    expect(refunded).toBe(1289);
    expect(await onHand(desk.shop, SKU)).toBe(before);
    const over = await desk.open(sale, [{ sku: SKU, quantity: 0.001 }]);
    expect(over.status).toBe(400);
  });

  it('go back to the stock when the sale is voided', async () => {
    const before = await onHand(desk.shop, SKU);
    const sale = await desk.counter.sold(cash, cheese(2.125, 2741));
    await settleJobs(desk.shop);
    expect(await onHand(desk.shop, SKU)).toBe(before - 2125);
    ok(await desk.counter.voidSale(sale));
    expect(await onHand(desk.shop, SKU)).toBe(before);
  });
});

describe('stock of goods sold by weight', () => {
  it('is adjusted and counted with decimals', async () => {
    const change = { store: 'DOWNTOWN', sku: SKU, quantity: -0.125, reason: 'Rind' };
    const before = (await office('GET', `/inventory-levels/?sku=${SKU}`)).body[0].on_hand;
    const adjusted = await office('POST', '/inventory-levels/adjust/', change);
    expect(adjusted.body.on_hand).toBe(Math.round((before - 0.125) * 1000) / 1000);
    const counts = [{ sku: SKU, counted: '4.321' }];
    const counted = await office('POST', '/inventory-levels/count/', { store: 'DOWNTOWN', counts });
    expect(counted.body.lines).toMatchObject([{ counted: 4.321 }]);
    expect(await onHand(desk.shop, SKU)).toBe(4321);
    const half = await office('POST', '/inventory-levels/adjust/', { ...change, sku: 'MUG-WHITE' });
    expect(half.status).toBe(400);
    expect(Object.keys(half.body.errors)).toEqual(['quantity']);
  });

  it('gives the last 0.500 kg to one of two who take them at once', async () => {
    ok(
      await office('POST', '/inventory-levels/count/', {
        store: 'DOWNTOWN',
        counts: [{ sku: SKU, counted: 0.5 }],
      }),
    );
    const take = { store: 'DOWNTOWN', sku: SKU, quantity: -0.5, reason: 'Taken' };
    const replies = await Promise.all([
      office('POST', '/inventory-levels/adjust/', take),
      office('POST', '/inventory-levels/adjust/', take),
    ]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
    expect(await onHand(desk.shop, SKU)).toBe(0);
  });

  it('takes what two tills sold at once, though it was the last', async () => {
    ok(
      await office('POST', '/inventory-levels/count/', {
        store: 'DOWNTOWN',
        counts: [{ sku: SKU, counted: 0.5 }],
      }),
    );
    await Promise.all([1, 2].map(() => desk.counter.sold(cash, cheese(0.5, 645))));
    await settleJobs(desk.shop);
    expect(await onHand(desk.shop, SKU)).toBe(-500);
  });

  it('keeps its unit once it is stocked', async () => {
    const reply = await office('PATCH', `/product-variants/${SKU}/`, { unit: 'g' });
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('UNIT_IN_USE');
  });

  it('is shipped in parts, and shown in the web shop', async () => {
    const transaction = await desk.counter.sold(cash, cheese(0.5, 645));
    const body = { transaction, fulfillment_type: 'ship' };
    const opened = ok(await office('POST', '/fulfillments/', body), 201);
    expect(opened.body.shipments).toMatchObject([{ items: [{ quantity: 0.5, unit: 'kg' }] }]);
    const items = [{ sku: SKU, quantity: 0.2 }];
    const shipped = await office('POST', `/fulfillments/${opened.body.id}/ship/`, { items });
    expect(shipped.body.shipments).toMatchObject([
      { status: 'shipped', items: [{ quantity: 0.2, unit: 'kg' }] },
      { status: 'pending', items: [{ quantity: 0.3, unit: 'kg' }] },
    ]);
    const shown = await desk.shop.call('GET', '/web-commerce/products/alpine-cheese/');
    expect(shown.body.variants).toMatchObject([{ sku: SKU, price: '12.90', unit: 'kg' }]);
  });
});
