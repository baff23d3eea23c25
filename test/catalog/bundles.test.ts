import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { saveBundle } from '../../src/domains/catalog/bundles/save-bundle.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { type Desk, onHand, openDesk, type Reply } from '../returns/support.js';
import { spreadsheetsOf } from '../spreadsheets/support.js';
import { follow } from '../storefront/account-support.js';
import { article, atCheckout, complete } from '../storefront/checkout-support.js';
import { add, DOWNTOWN_ID, openVisit, readCart } from '../storefront/support.js';
import { waitingForLocks } from '../support/locks.js';
import { soon } from '../support/soon.js';
import { AIRPORT_ID, basket } from '../transactions/support.js';

let desk: Desk;
let admin: string;
beforeAll(async () => {
  desk = await openDesk();
  await statement(desk.shop.platform.db, 'update promotions set is_active = false');
  admin = await desk.shop.officeToken('admin');
});
afterAll(() => desk?.close());

const call = (method: string, url: string, body?: unknown, token = admin): Promise<Reply> =>
  desk.shop.call(method, url, { token, body });
const put = (sku: string, parts: unknown, token?: string) =>
  call('PUT', `/product-variants/${sku}/bundle/`, { parts }, token);
const parts = async (sku: string) =>
  (await call('GET', `/product-variants/${sku}/bundle/`)).body.parts;

let made = 0;
/** A set of one A (10.00), two B (5.00 each) and one untaxed C (20.00) for 30.01. */
async function newSet(stock: { a?: number; b?: number } = {}) {
  made += 1;
  const [a, b, c, set] = ['A', 'B', 'C', 'SET'].map(name => `${name}-${made}`) as [
    string,
    string,
    string,
    string,
  ];
  const { shop } = desk;
  await article(shop, a, { price: '10.00', stock: stock.a ?? 10 });
  await article(shop, b, { price: '5.00', stock: stock.b ?? 10 });
  await article(shop, c, { price: '20.00', stock: 10 });
  expect((await call('PATCH', `/products/c-${made}/`, { is_tax_exempt: true })).status).toBe(200);
  await article(shop, set, { price: '30.01', stock: 0 });
  const saved = await put(set, [
    { variant: a, quantity: 1 },
    { variant: b, quantity: 2 },
    { variant: c, quantity: 1 },
  ]);
  expect(saved.status).toBe(200);
  return { a, b, c, set, saved: saved.body };
}

it('is not overwritten by somebody who has seen other parts', async () => {
  const { a, b, set, saved } = await newSet();
  const path = `/product-variants/${set}/bundle/`;
  const { body: seen } = await call('GET', path);
  expect(seen.etag).toBe(saved.etag);
  const change = (quantity: number, if_match?: string) =>
    call('PUT', path, { parts: [{ variant: a, quantity }], if_match });
  const first = await change(3, seen.etag);
  expect([first.status, first.body.etag === seen.etag]).toEqual([200, false]);
  const second = await call('PUT', path, {
    parts: [{ variant: b, quantity: 5 }],
    if_match: seen.etag,
  });
  expect([second.status, second.body.code, second.body.current]).toEqual([
    412,
    'CHANGED',
    first.body,
  ]);
  expect(await parts(set)).toEqual(first.body.parts);
  // The price of a part is no change of the bundle.
  await call('PATCH', `/product-variants/${a}/`, { price: '11.00' });
  expect((await change(4, first.body.etag)).status).toBe(200);
});

const item = (sku: string, quantity = 1) => ({ sku, price: '30.01', quantity });
const stockOf = async (skus: readonly string[]) =>
  Promise.all(skus.map(sku => onHand(desk.shop, sku)));
const commitStock = () => follow(desk.shop, /^transactions:commit-stock/);
const broken = async () =>
  (await call('GET', '/ops/invariants/')).body.checks.filter(
    (check: { offending: number }) => check.offending > 0,
  );
const linesOf = async (sale: string) =>
  (await call('GET', `/line-items/?transaction=${sale}`)).body as Record<string, unknown>[];
const reserved = async (sku: string) =>
  (
    await statement<{ reserved: number }>(
      desk.shop.platform.db,
      `select reserved from inventory_levels l join product_variants v on v.id = l.variant_id
       where v.sku = $1 and l.store_id = $2`,
      [sku, DOWNTOWN_ID],
    )
  )[0]?.reserved;

describe('a bundle at the desk', () => {
  it('has parts, what they cost alone and the saving', async () => {
    const { a, b, c, set, saved } = await newSet();
    expect(saved).toMatchObject({
      sku: set,
      currency: 'USD',
      price: '30.01',
      parts_price: '40.00',
      saving: '9.99',
    });
    expect(
      saved.parts.map((part: Record<string, unknown>) => [part.sku, part.quantity, part.price]),
    ).toEqual([
      [a, 1, '10.00'],
      [b, 2, '10.00'],
      [c, 1, '20.00'],
    ]);
    const plain = await put(set, []);
    expect(plain.body).toMatchObject({ parts: [], parts_price: '0.00', saving: '0.00' });
  });

  it('refuses wrong parts and keeps the old ones', async () => {
    const { a, b, set } = await newSet();
    const other = await newSet();
    const before = await parts(set);
    await article(desk.shop, `DIGITAL-${made}`, { digital: true, stock: 0 });
    const reply = await put(set, [
      { variant: 'NO-SUCH', quantity: 1 },
      { variant: set, quantity: 1 },
      { variant: other.set, quantity: 1 },
      { variant: `DIGITAL-${made}`, quantity: 1 },
      { variant: a, quantity: 1 },
      { variant: a, quantity: 1 },
      { variant: b, quantity: 1.5 },
      { variant: other.a, quantity: 100 },
    ]);
    expect(reply.status).toBe(400);
    for (const field of [0, 1, 2, 3, 5]) expect(reply.text).toContain(`parts.${field}.variant`);
    for (const field of [6, 7]) expect(reply.text).toContain(`parts.${field}.quantity`);
    expect(reply.text).not.toContain('parts.4');
    // A part cannot become a bundle, nor an article with stock of its own.
    expect((await put(a, [{ variant: other.a, quantity: 1 }])).text).toContain('NOT_A_BUNDLE');
    await article(desk.shop, `STOCKED-${made}`, { stock: 3 });
    const stocked = await put(`STOCKED-${made}`, [{ variant: a, quantity: 1 }]);
    expect([stocked.status, stocked.body.code]).toEqual([409, 'HAS_STOCK']);
    expect(await parts(set)).toEqual(before);
    expect(await parts(a)).toEqual([]);
    expect(await parts(`STOCKED-${made}`)).toEqual([]);
  });

  it('is changed by the chain only, and has no stock of its own', async () => {
    const { a, set } = await newSet();
    const before = await parts(set);
    const manager = await desk.shop.officeToken('manager');
    const allowed = await put(set, [{ variant: a, quantity: 1 }], await desk.shop.tillToken());
    expect(allowed.status).toBe(403);
    const level = { store: 'DOWNTOWN', sku: set, on_hand: 5 };
    const stocked = await call('POST', '/inventory-levels/', level, manager);
    expect(stocked.status).toBe(400);
    expect(stocked.text).toContain('A bundle has no stock of its own');
    expect(await parts(set)).toEqual(before);
    expect((await call('DELETE', `/product-variants/${a}/`)).status).toBe(409);
  });

  it('and its parts keep their units and stay goods that are handed over', async () => {
    const { b, set } = await newSet({ b: 0 });
    for (const sku of [set, b]) {
      const unit = await call('PATCH', `/product-variants/${sku}/`, { unit: 'kg' });
      expect([sku, unit.status, unit.body.code]).toEqual([sku, 409, 'UNIT_IN_USE']);
      const digital = await call('PATCH', `/products/${sku.toLowerCase()}/`, { is_digital: true });
      expect([sku, digital.status, digital.body.code]).toEqual([sku, 409, 'IN_BUNDLE']);
      expect((await call('GET', `/product-variants/${sku}/`)).body.unit).toBe('piece');
      const { body } = await call('GET', `/products/${sku.toLowerCase()}/`);
      expect(body.is_digital).toBe(false);
    }
    const files = `FILES-${made}`;
    await article(desk.shop, files, { stock: 0, digital: true });
    const { id: product_id } = (await call('GET', `/products/${files.toLowerCase()}/`)).body;
    for (const sku of [set, b]) {
      const before = (await call('GET', `/product-variants/${sku}/`)).body.product_id;
      const moved = await call('PATCH', `/product-variants/${sku}/`, { product_id });
      expect([sku, moved.status, moved.body.code]).toEqual([sku, 409, 'IN_BUNDLE']);
      expect(Object.keys(moved.body.errors ?? moved.body)).toContain('product_id');
      expect((await call('GET', `/product-variants/${sku}/`)).body.product_id).toBe(before);
    }
    await put(set, []);
    expect((await call('PATCH', `/product-variants/${set}/`, { product_id })).status).toBe(200);
    expect((await call('PATCH', `/product-variants/${set}/`, { unit: 'kg' })).status).toBe(200);
    const freed = await call('PATCH', `/products/${b.toLowerCase()}/`, { is_digital: true });
    expect(freed.status).toBe(200);
  });

  it('is no article that is on order or on its way', async () => {
    const { a } = await newSet();
    const sku = `COMING-${made}`;
    await article(desk.shop, sku, { stock: 0 });
    const make = () => put(sku, [{ variant: a, quantity: 1 }]);
    const refused = async () => {
      const { status, body } = await make();
      expect([status, body.code, await parts(sku)]).toEqual([409, 'ON_ORDER', []]);
    };
    const manager = await desk.shop.officeToken();
    const order = await call(
      'POST',
      '/procurement/purchase-orders/',
      {
        store: 'DOWNTOWN',
        vendor_name: 'Harbor Ceramics',
        lines: [{ sku, ordered_quantity: 2, unit_cost: '4.00' }],
      },
      manager,
    );
    await refused();
    await call('POST', `/procurement/purchase-orders/${order.body.id}/cancel/`, {}, manager);
    const moved = { from_store: 'DOWNTOWN', to_store: 'AIRPORT', lines: [{ sku, quantity: 1 }] };
    const transfer = await call('POST', '/transfers/', moved);
    expect(transfer.status).toBe(201);
    await refused();
    await call('POST', `/transfers/${transfer.body.id}/cancel/`, { reason: 'A mistake' });
    expect((await make()).status).toBe(200);
  });

  it('is no article on an order, a transfer or a count, whoever saves first', async () => {
    const { a } = await newSet();
    const { db } = desk.shop.platform;
    const [late, early, counted] = ['LATE', 'EARLY', 'COUNTED'].map(name => `${name}-${made}`) as [
      string,
      string,
      string,
    ];
    for (const sku of [late, early, counted]) await article(desk.shop, sku, { stock: 0 });
    const make = (sku: string) => put(sku, [{ variant: a, quantity: 1 }]);
    const count = await call('POST', '/stock-counts/', { store: 'DOWNTOWN' });
    const enter = (body: object) =>
      call('POST', `/stock-counts/${count.body.id}/entries/`, { quantity: 1, ...body });
    const waiting = (statements: number) =>
      vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(statements), soon);

    // The bundle is being saved: the others wait, and are refused.
    let replies: Promise<Reply[]> | undefined;
    await atomically(db, async tx => {
      await saveBundle(tx, late, { parts: [{ variant: a, quantity: 1 }] }, 'USD');
      const line = { sku: late, ordered_quantity: 2, unit_cost: '4.00' };
      const order = { store: 'DOWNTOWN', vendor_name: 'Harbor Ceramics', lines: [line] };
      const lines = [{ sku: late, quantity: 1 }];
      replies = Promise.all([
        call('POST', '/procurement/purchase-orders/', order),
        call('POST', '/transfers/', { from_store: 'DOWNTOWN', to_store: 'AIRPORT', lines }),
        enter({ sku: late }),
      ]);
      await waiting(3);
    });
    for (const { status, text } of (await replies) ?? []) {
      expect([status, text]).toEqual([400, expect.stringContaining('no stock of its own')]);
    }
    expect((await enter({ code: late })).text).toContain('no stock of its own');
    expect(await parts(late)).toHaveLength(1);

    // A line is being written: the bundle waits, and is refused.
    let refused: Promise<Reply> | undefined;
    await atomically(db, async tx => {
      await statement(
        tx,
        `insert into stock_count_lines (count_id, store_id, variant_id)
         select $1, $2, id from product_variants where sku = $3`,
        [count.body.id, DOWNTOWN_ID, early],
      );
      refused = make(early);
      await waiting(1);
    });
    expect((await refused)?.body.code).toBe('COUNT_OPEN');
    expect((await enter({ sku: counted })).status).toBe(200);
    const open = await make(counted);
    expect([open.status, open.body.code, await parts(counted)]).toEqual([409, 'COUNT_OPEN', []]);
    await call('POST', `/stock-counts/${count.body.id}/cancel/`, { reason: 'A mistake' });
    expect((await make(counted)).status).toBe(200);
    // A bundle that was stocked once is not counted.
    const next = await call('POST', '/stock-counts/', { store: 'DOWNTOWN' });
    const listed = await call('GET', `/stock-counts/${next.body.id}/lines/?q=${counted}`);
    expect([next.status, listed.body]).toEqual([201, []]);
    await call('POST', `/stock-counts/${next.body.id}/cancel/`, { reason: 'A mistake' });
  });

  it('loses the stock that an earlier sale of the article brings back', async () => {
    const { a } = await newSet();
    const sku = `FORMER-${made}`;
    await article(desk.shop, sku, { price: '10.00', stock: 1 });
    const sale = await desk.sold([{ sku, price: '10.00' }], '0.83');
    await commitStock();
    expect((await put(sku, [{ variant: a, quantity: 1 }])).status).toBe(200);
    expect(await broken()).toEqual([]);
    expect((await desk.counter.voidSale(sale)).status).toBe(200);
    expect(await stockOf([sku, a])).toEqual([1, 10]);
    expect(await broken()).toMatchObject([{ name: 'inventory:bundles', offending: 1 }]);
    const adjust = (quantity: number) =>
      call('POST', '/inventory-levels/adjust/', {
        store: 'DOWNTOWN',
        sku,
        quantity,
        reason: 'Now a bundle',
      });
    const more = await adjust(1);
    expect([more.status, more.text]).toEqual([400, expect.stringContaining('no stock of its own')]);
    expect((await adjust(-2)).body.code).toBe('INSUFFICIENT_STOCK');
    expect(await stockOf([sku])).toEqual([1]);
    expect((await adjust(-1)).status).toBe(200);
    expect(await stockOf([sku])).toEqual([0]);
    expect((await adjust(-1)).body.code).toBe('INSUFFICIENT_STOCK');
    expect(await broken()).toEqual([]);
  });
});

describe('a bundle in a file with stock', () => {
  const { bring } = spreadsheetsOf(() => desk.shop);
  const levels = () =>
    statement(
      desk.shop.platform.db,
      'select store_id, variant_id, on_hand, reorder_point, is_active from inventory_levels order by 1, 2',
    );

  it('is refused at each store, while the other rows are imported', async () => {
    const { a, set } = await newSet();
    const before = await levels();
    const refused = await bring(
      'inventory-levels',
      `store,sku,on_hand\nDOWNTOWN,${set},7\nAIRPORT,${set},7\n`,
    );
    expect([refused.status, refused.created, refused.updated, refused.refused]).toEqual([
      'completed',
      0,
      0,
      2,
    ]);
    for (const { errors } of refused.report) {
      expect(errors).toEqual({ sku: ['A bundle has no stock of its own; choose its parts.'] });
    }
    expect(await levels()).toEqual(before);
    const mixed = await bring(
      'inventory-levels',
      `store,sku,on_hand\nDOWNTOWN,${set},0\nDOWNTOWN,${a},12\n`,
    );
    expect(mixed.updated).toBe(1);
    expect(await stockOf([a])).toEqual([12]);
  });
});

describe('a bundle at the till', () => {
  it('is sold as lines of its parts, which share price and tax to the cent', async () => {
    const { a, b, c, set } = await newSet();
    const sale = await desk.sold([item(set), item(set, 2)], '3.71');
    const bundle = { sku: set, name: set, quantity: 1, line: 0 };
    const lines = await linesOf(sale);
    expect(
      lines.map(line => [line.sku, line.quantity, line.unitPrice, line.subtotal, line.taxAmount]),
    ).toEqual([
      [a, 1, '7.50', '7.50', '0.62'],
      [b, 2, '3.75', '7.50', '0.62'],
      [c, 1, '15.01', '15.01', '0.00'],
      [a, 2, '7.51', '15.01', '1.24'],
      [b, 4, '3.75', '15.00', '1.23'],
      [c, 2, '15.01', '30.01', '0.00'],
    ]);
    expect(lines.map(line => (line.bundle as { line: number }).line)).toEqual([0, 0, 0, 3, 3, 3]);
    expect(lines[0]?.bundle).toMatchObject(bundle);
    const row = await desk.counter.row(sale);
    expect([row.subtotal, row.tax_amount, row.price_overridden, row.tax_variance]).toEqual([
      '90.03',
      '3.71',
      false,
      '0.00',
    ]);
    const receipt = await desk.counter.get(`/transactions/${sale}/receipt/?format=text`);
    expect(receipt.text).toContain(`1 x ${set}`);
    await commitStock();
    expect(await stockOf([a, b, c])).toEqual([7, 4, 7]);
    expect(await broken()).toEqual([]);
  });

  it('shares a discount and a lowered price, and keeps the other lines in place', async () => {
    const { a, set } = await newSet();
    const body = basket([item(set), { sku: 'MUG-WHITE', price: '12.50' }], '0.00');
    const discounts = [
      { line: 0, amount: '3.00', reason: 'Scratched' },
      { line: 1, amount: '1.00', reason: 'Dented' },
    ];
    // (15.00 + 12.50 - 1.50 - 1.00) × 8.25 % is 2.06.
    const sums = { discounts, tax_amount: '2.06', total_amount: '40.57' };
    const token = await desk.shop.tillToken('EMP003');
    const sale = await desk.counter.ring({ ...body, ...sums, employee_id: 'EMP003' }, token);
    const { adjustments } = (await call('GET', `/transactions/${sale}/`)).body;
    expect(adjustments.map((one: Record<string, unknown>) => [one.line, one.amount])).toEqual([
      [0, '0.75'],
      [1, '0.75'],
      [2, '1.50'],
      [3, '1.00'],
    ]);
    const cheap = basket([{ sku: set, price: '20.00' }], '0.83', { employee_id: 'EMP003' });
    const lowered = await desk.counter.ring(cheap, token);
    expect((await linesOf(lowered))[0]).toMatchObject({ sku: a, unitPrice: '5.00' });
    expect((await desk.counter.row(lowered)).price_reduction).toBe('10.01');
    expect(await broken()).toEqual([]);
  });

  it('needs the age and the identity that the bundle itself demands', async () => {
    const { set } = await newSet();
    const change = (body: object) => call('PATCH', `/products/${set.toLowerCase()}/`, body);
    const pay = { payment_method_id: 'cash', tendered_amount: '31.25' };
    const atOnce = () =>
      desk.counter.post('/pos/transactions/create/', {
        ...basket([item(set)], '1.24'),
        payment: pay,
      });
    expect((await change({ minimum_age: 18 })).status).toBe(200);
    const counts = await desk.counter.recordCounts();
    expect((await atOnce()).body).toMatchObject({
      code: 'AGE_CHECK_REQUIRED',
      details: { minimum_age: 18 },
    });
    expect(await desk.counter.recordCounts()).toEqual(counts);
    const aged = await desk.counter.ring(basket([item(set)], '1.24'));
    expect((await desk.counter.pay(aged, pay)).body.code).toBe('AGE_CHECK_REQUIRED');

    await change({ minimum_age: null, requires_kyc: true });
    const before = await desk.counter.recordCounts();
    expect((await atOnce()).body.code).toBe('KYC_REQUIRED');
    expect(await desk.counter.recordCounts()).toEqual(before);
    const known = await desk.counter.ring(basket([item(set)], '1.24'));
    expect((await desk.counter.pay(known, pay)).body.code).toBe('KYC_REQUIRED');
    // Another node, or later: from the database.
    const card = await desk.byCard('31.25');
    expect((await desk.counter.pay(known, card)).body.code).toBe('KYC_REQUIRED');
    await change({ requires_kyc: false });
    expect((await desk.counter.pay(known, pay)).status).toBe(202);
  });

  it('gives back its share when one part is returned, and the rest with the rest', async () => {
    const { a, b, c, set } = await newSet();
    const sale = await desk.soldByCard([item(set)], '1.24');
    await commitStock();
    const one = await desk.completed(sale, [{ sku: b, quantity: 1 }]);
    expect(one.refund_amount).toBe('4.06');
    expect(await stockOf([a, b, c])).toEqual([9, 9, 9]);
    const rest = [a, b, c].map(sku => ({ sku, quantity: 1 }));
    expect((await desk.completed(sale, rest)).refund_amount).toBe('27.19');
    expect(await stockOf([a, b, c])).toEqual([10, 10, 10]);
  });

  it('comes back without a receipt as its parts only, at the lowest price of each', async () => {
    const { a, c, set } = await newSet();
    await desk.sold([{ sku: set, price: '20.00' }], '0.83', [
      { payment_method_id: 'cash', tendered_amount: '20.83' },
    ]);
    await commitStock();
    const token = await desk.shop.tillToken();
    const take = (skus: readonly string[]) =>
      call(
        'POST',
        '/returns/without-receipt/',
        { return_reason: 'other', line_items: skus.map(sku => ({ sku, quantity: 1 })) },
        token,
      );
    const counts = await desk.recordCounts();
    const refused = await take([a, set]);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('line_items.1.sku'),
    ]);
    // Shares of 20.00: 5.00 with a tax of 0.42, and 10.00 without one.
    expect((await take([a, c])).body.details.refund_amount).toBe('15.42');
    expect(await desk.recordCounts()).toEqual(counts);
  });

  it('puts the parts back when the sale is voided, whatever the bundle contains then', async () => {
    const { a, b, c, set } = await newSet();
    const sale = await desk.sold([item(set)], '1.24');
    await commitStock();
    expect((await put(set, [{ variant: c, quantity: 5 }])).status).toBe(200);
    expect((await desk.counter.voidSale(sale)).status).toBe(200);
    expect(await stockOf([a, b, c])).toEqual([10, 10, 10]);
  });

  it('is in the catalogue of the tills with its parts, until a part is not sold any more', async () => {
    const { a, b, set } = await newSet();
    const token = await desk.shop.tillToken();
    const whole = (await call('GET', '/pos/catalog/', undefined, token)).body;
    const found = whole.variants.find(({ sku }: { sku: string }) => sku === set);
    expect(
      found.parts.map((part: Record<string, unknown>) => [part.quantity, part.weight]),
    ).toEqual([
      [1, 1000],
      [2, 1000],
      [1, 2000],
    ]);
    expect(found.parts[0]).toMatchObject({ name: a, variant_name: '' });
    const stock = await call('GET', `/pos/stock/?variant_ids=${found.id}`, undefined, token);
    expect(stock.body).toEqual([{ variant_id: found.id, available: 5 }]);
    expect((await call('PATCH', `/product-variants/${b}/`, { is_active: false })).status).toBe(200);
    const since = await call('GET', `/pos/catalog/?since=${whole.version}`, undefined, token);
    expect(since.body.gone).toContain(found.id);
    const before = await desk.counter.recordCounts();
    const refused = await desk.counter.post(
      '/pos/transactions/create/',
      basket([item(set)], '1.24'),
    );
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('This is no longer sold.'),
    ]);
    expect(await desk.counter.recordCounts()).toEqual(before);
    expect(await stockOf([a])).toEqual([10]);
  });
});

describe('a bundle in the web shop', () => {
  const product = async (set: string, store = DOWNTOWN_ID) =>
    (await desk.shop.call('GET', `/web-commerce/products/${set.toLowerCase()}/?store_id=${store}`))
      .body;

  it('shows what is inside and what its scarcest part suffices for, store by store', async () => {
    const { a, set } = await newSet({ b: 5 });
    const shown = await product(set);
    expect([shown.available, shown.in_stock]).toEqual([2, true]);
    expect(shown.variants[0].parts[0]).toEqual({ sku: a, name: a, quantity: 1 });
    expect(await product(set, AIRPORT_ID)).not.toMatchObject({ in_stock: true });
    const found = await desk.shop.call(
      'GET',
      `/web-commerce/search/?q=${set}&in_stock=true&store_id=${DOWNTOWN_ID}`,
    );
    expect(found.body.products.map(({ name }: { name: string }) => name)).toContain(set);
  });

  it('is paid at its price, and its parts leave the stock', async () => {
    const { a, b, c, set } = await newSet();
    const { visit, id } = await atCheckout(desk.shop, [[set, 2]]);
    const cart = (await readCart(desk.shop, visit)).body;
    expect([cart.subtotal, cart.estimated_tax, cart.line_items[0].available]).toEqual([
      '60.02',
      '2.48',
      5,
    ]);
    expect(cart.line_items[0].parts[1]).toEqual({ sku: b, name: b, quantity: 4 });
    const paid = await complete(desk.shop, visit, id);
    expect(paid.status).toBe(200);
    const order = await desk.shop.call('POST', '/web-commerce/guest-order/', {
      body: { access_token: paid.body.receipt_token },
    });
    expect(
      order.body.transaction.line_items.map((line: Record<string, unknown>) => [
        line.sku,
        line.bundle,
      ]),
    ).toEqual([a, b, c].map(sku => [sku, expect.objectContaining({ name: set, quantity: 2 })]));
    expect(await stockOf([a, b, c])).toEqual([8, 6, 8]);
    expect(await reserved(a)).toBe(0);
    expect(await broken()).toEqual([]);
  });

  it('sells the last part once, to the bundle or alone', async () => {
    const { a, set } = await newSet({ a: 1 });
    const visit = await openVisit(desk.shop);
    expect((await add(desk.shop, visit, set, 2)).body.code).toBe('INSUFFICIENT_STOCK');
    const buyers = await Promise.all([
      atCheckout(desk.shop, [[set, 1]]),
      atCheckout(desk.shop, [[a, 1]]),
      atCheckout(desk.shop, [[set, 1]]),
    ]);
    const replies = await Promise.all(
      buyers.map(({ visit: buyer, id }) => complete(desk.shop, buyer, id)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of replies.filter(({ status }) => status !== 200)) {
      expect(body.code).toBe('INSUFFICIENT_STOCK');
    }
    expect(await stockOf([a])).toEqual([0]);
    expect(await reserved(a)).toBe(0);
  });
});
