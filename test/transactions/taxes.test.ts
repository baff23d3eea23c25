import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saleInvariants } from '../../src/domains/transactions/index.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG } from './support.js';

let shop: Shop;
let counter: Counter;
let admin: string;
/** 23:50 on the second of March in New York. */
const clock = { at: new Date('2026-03-03T04:50:00.000Z'), now: () => clock.at };
beforeAll(async () => {
  shop = await openShop({ background: false, clock });
  counter = counterOf(shop);
  admin = await shop.officeToken('admin');
});
afterAll(() => shop.close());

const call = (method: string, url: string, body?: unknown, token = admin) =>
  shop.call(method as 'GET', url, { token, body });
const rates = async () => (await call('GET', '/tax-rates/')).body as { id: string }[];
const NYC = { jurisdiction: 'US-NY-NYC', tax_class: 'reduced' };
const CHOC = { sku: 'CHOC-DARK', price: '4.80' };
/** 12.50 with 8.25 % inside is 11.55 + 0.95; 4.80 with 4 % inside is 4.62 + 0.18. */
const inclusive = (tax = '1.13', more = {}) =>
  basket([MUG, CHOC], tax, { total_amount: '17.30', ...more });

describe('tax classes', () => {
  it('begin with four that cannot be deleted', async () => {
    const { body } = await call('GET', '/tax-classes/');
    expect(body.map((each: { code: string }) => each.code)).toEqual([
      'exempt',
      'reduced',
      'standard',
      'zero',
    ]);
    expect((await call('DELETE', '/tax-classes/standard/')).status).toBe(409);
  });

  it('are added, renamed and deleted unless something uses them', async () => {
    const added = await call('POST', '/tax-classes/', { code: 'books', name: 'Books' });
    expect([added.status, added.body.is_built_in]).toEqual([201, false]);
    expect((await call('POST', '/tax-classes/', { code: 'books', name: 'B' })).status).toBe(409);
    expect((await call('PATCH', '/tax-classes/books/', { name: 'Print' })).body.name).toBe('Print');
    expect((await call('PATCH', '/tax-classes/books/', { code: 'print' })).status).toBe(400);
    const product = (tax_class: string) =>
      call('PATCH', '/products/dark-chocolate/', { tax_class });
    expect((await product('books')).body.tax_class).toBe('books');
    expect((await call('DELETE', '/tax-classes/books/')).body.code).toBe('IN_USE');
    expect((await product('nothing')).status).toBe(400);
    expect((await product('reduced')).body.tax_class).toBe('reduced');
    expect((await call('DELETE', '/tax-classes/books/')).status).toBe(204);
  });
});

describe('tax rates', () => {
  it('refuse what contradicts itself or another rate, and change nothing', async () => {
    const dates = { valid_from: '2020-01-01', valid_to: '2025-12-31' };
    const first = await call('POST', '/tax-rates/', { ...NYC, rate: 0.03, ...dates });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ ...NYC, rate: '0.03', ...dates });
    const before = await rates();
    const wrong: [object, number, string][] = [
      [{ ...NYC, rate: '0.04', valid_from: '2025-12-31' }, 409, 'TAX_RATES_OVERLAP'],
      [{ ...NYC, rate: '1.01' }, 400, 'rate'],
      [{ ...NYC, rate: 1.5 }, 400, 'rate'],
      [{ ...NYC, rate: -0.1 }, 400, 'rate'],
      [{ ...NYC, jurisdiction: 'MOON', rate: '0.04' }, 400, 'jurisdiction'],
      [{ ...NYC, tax_class: 'luxury', rate: '0.04' }, 400, 'tax_class'],
      [{ ...NYC, rate: '0.04', valid_from: '2027-02-01', valid_to: '2027-01-01' }, 400, 'valid_to'],
    ];
    for (const [body, status, named] of wrong) {
      const reply = await call('POST', '/tax-rates/', body);
      expect([status, reply.text]).toEqual([reply.status, expect.stringContaining(named)]);
    }
    expect(await rates()).toEqual(before);
    const cashier = await shop.tillToken();
    expect((await call('POST', '/tax-rates/', { ...NYC, rate: '0.01' }, cashier)).status).toBe(403);
    expect((await call('GET', '/tax-rates/', undefined, cashier)).status).toBe(200);
    const later = { ...NYC, rate: '0.04', valid_from: '2026-01-01' };
    expect((await call('POST', '/tax-rates/', later)).status).toBe(201);
  });
});

describe('a store whose prices contain the tax', () => {
  beforeAll(async () => {
    const reply = await call('PATCH', '/stores/DOWNTOWN/', { prices_include_tax: true });
    expect([reply.status, reply.body.prices_include_tax]).toEqual([200, true]);
  });

  it('adds no tax to the total and reports net, tax and gross of each rate', async () => {
    const created = await counter.post('/pos/transactions/create/', inclusive());
    expect(created.body.transaction).toMatchObject({
      total_amount: '17.30',
      tax_variance: '0.00',
      price_overridden: false,
      prices_include_tax: true,
    });
    const sale = created.body.transaction.transaction_id;
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '17.30' });
    const { body } = await counter.get(`/transactions/${sale}/`);
    expect(body).toMatchObject({
      prices_include_tax: true,
      subtotal: '17.30',
      taxAmount: '1.13',
      totalAmount: '17.30',
      tax_breakdown: [
        { tax_class: 'standard', rate: '0.0825', net: '11.55', tax: '0.95', gross: '12.50' },
        { tax_class: 'reduced', rate: '0.04', net: '4.62', tax: '0.18', gross: '4.80' },
      ],
    });
    const receipt = (await counter.get(`/transactions/${sale}/receipt/?format=text`)).text;
    expect(receipt).toMatch(/TOTAL USD +17\.30\nincl\. 8\.25% tax on 11\.55 +0\.95\n/);
    const returned = await call('POST', '/returns/', {
      transaction: sale,
      return_reason: 'changed_mind',
      line_items: body.lineItems.map((line: { id: string }) => ({
        original_line_item: line.id,
        quantity: 1,
        reason: 'changed_mind',
      })),
    });
    expect([returned.status, returned.body.refund_amount]).toEqual([201, '17.30']);
  });

  it('refuses a total that adds the tax, and more tax than the total', async () => {
    const added = await counter.post(
      '/pos/transactions/create/',
      inclusive('1.13', { total_amount: '18.43' }),
    );
    expect([added.status, added.text]).toEqual([400, expect.stringContaining('total_amount')]);
    const more = await counter.post('/pos/transactions/create/', inclusive('17.31'));
    expect([more.status, more.text]).toEqual([400, expect.stringContaining('tax_amount')]);
  });

  it('charges an exempt customer the net price', async () => {
    const { body: users } = await call('GET', '/users/?role=customer');
    const { id } = users[0];
    expect((await call('PATCH', `/users/${id}/`, { tax_exemption: '' })).status).toBe(400);
    const exempt = await call('PATCH', `/users/${id}/`, { tax_exemption: 'Embassy 12' });
    expect(exempt.body.tax_exemption).toBe('Embassy 12');
    const net = basket([{ ...MUG, price: '11.55' }], '0.00', { customer_id: id });
    const sale = await counter.ring(net);
    expect((await counter.get(`/transactions/${sale}/`)).body).toMatchObject({
      tax_exemption: 'Embassy 12',
      price_overridden: false,
      tax_variance: '0.00',
      totalAmount: '11.55',
    });
    const cashier = await call('PATCH', '/users/EMP001/', { tax_exemption: 'x' });
    expect(cashier.status).not.toBe(200);
  });

  it("changes its rates at the store's midnight, and a sale keeps those of its time", async () => {
    const change = { jurisdiction: 'US-NY-NYC', tax_class: 'standard', rate: '0.1' };
    await call('POST', '/tax-rates/', { ...change, valid_from: '2026-03-03' });
    const mug = (tax: string) => basket([MUG], tax, { total_amount: '12.50' });
    clock.at = new Date('2026-03-03T04:59:59.000Z');
    const before = await counter.post('/pos/transactions/create/', mug('0.95'));
    expect(before.body.transaction.tax_variance).toBe('0.00');
    clock.at = new Date('2026-03-03T05:00:00.000Z');
    const after = await counter.post('/pos/transactions/create/', mug('1.14'));
    expect(after.body.transaction.tax_variance).toBe('0.00');
    for (const [reply, rate, tax] of [
      [before, '0.0825', '0.95'],
      [after, '0.1', '1.14'],
    ] as const) {
      const sale = reply.body.transaction.transaction_id;
      await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '12.50' });
      const { body } = await counter.get(`/transactions/${sale}/`);
      expect(body.tax_breakdown).toMatchObject([{ rate, tax, gross: '12.50' }]);
    }
  });

  it('leaves books that add up', async () => {
    for (const { name, check } of saleInvariants) {
      const wrong = (await check(shop.platform.db)).filter(({ offending }) => offending > 0);
      expect([name, wrong]).toEqual([name, []]);
    }
  });
});
