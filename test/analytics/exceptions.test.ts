import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, isUnusual, medianOf } from '../../src/domains/analytics/exceptions/rules.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf, MUG_TOTAL, mug } from '../transactions/support.js';
import { forgetSales } from './support.js';

// 09:30 on Monday 6 May in New York, 15:30 in Berlin.
const now = new Date('2030-05-06T13:30:00Z');
const CASHIERS = ['EMP001', 'EMP002', 'EMP003'];

let shop: Shop;
let voided: string;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await forgetSales(shop.platform.db);
  await trade();
});
afterAll(() => shop.close());

/** Two sales each; the first cashier opens the drawer three times, the others once. */
async function trade(): Promise<void> {
  const counter = counterOf(shop);
  const payment = { payment_method_id: 'cash', tendered_amount: MUG_TOTAL };
  const sales: string[] = [];
  for (const employee of CASHIERS) {
    const token = await shop.tillToken(employee);
    const body = mug({ employee_id: employee, payment });
    sales.push(await counter.ring(body, token), await counter.ring(body, token));
    for (let opening = 0; opening < (employee === 'EMP001' ? 3 : 1); opening += 1) {
      const reason = { operation: 'open', reason: `Change ${opening}` };
      expect((await counter.post('/pos/cash-drawer/', reason, token)).status).toBe(200);
    }
  }
  voided = sales[0] ?? '';
  expect((await counter.voidSale(voided)).status).toBe(200);
  const [paid] = await counter.payments(sales[2] ?? '');
  const refund = await counter.refund({ payment: paid?.id, amount: '5.00' });
  expect([refund.status, refund.text]).toEqual([201, refund.text]);
}

const read = async (query: string, token?: string) =>
  shop.call('GET', `/reports/exceptions/${query}`, { token: token ?? (await shop.officeToken()) });

describe('the exceptions of a cashier', () => {
  it('are compared with the median of the store', async () => {
    const { body } = await read('?store=DOWNTOWN&days=1');
    expect(body).toMatchObject({ from: '2030-05-06', to: '2030-05-06' });
    const [store] = body.stores;
    expect(store).toMatchObject({
      store: DOWNTOWN_ID,
      currency: 'USD',
      median_per_100_sales: { voids: 0, discounts: 0, drawer_openings: 50, refunds: 0 },
    });
    const of = (employee: string) =>
      store.cashiers.find((cashier: { employee: string }) => cashier.employee === employee);
    expect(of('EMP001')).toMatchObject({
      sales: 2,
      voids: { count: 0, amount: '0.00', per_100_sales: 0, ratio: null, is_unusual: false },
      drawer_openings: {
        count: 3,
        amount: null,
        per_100_sales: 150,
        ratio: 3,
        is_unusual: true,
      },
    });
    expect(of('EMP002').drawer_openings).toMatchObject({ count: 1, ratio: 1, is_unusual: false });
    const all = (kind: string, figure: string) =>
      store.cashiers.map(
        (cashier: Record<string, Record<string, unknown>>) => cashier[kind]?.[figure],
      );
    expect(all('voids', 'count').reduce((sum: number, one: number) => sum + one, 0)).toBe(1);
    expect(all('voids', 'amount')).toContain(MUG_TOTAL);
    expect(all('refunds', 'amount').filter((amount: string) => amount !== '0.00')).toEqual([
      '5.00',
    ]);
  });

  it('lead to the sales behind them', async () => {
    const { body } = await read('?store=DOWNTOWN&days=1');
    const voider = body.stores[0].cashiers.find(
      (cashier: { voids: { count: number } }) => cashier.voids.count === 1,
    );
    const query = `items/?store=DOWNTOWN&days=1&employee=${voider.employee_id}&kind=voids`;
    const items = await read(query);
    expect(items.body).toEqual([
      {
        id: expect.any(String),
        at: now.toISOString(),
        transaction_id: voided,
        terminal_id: 'T-001',
        currency: 'USD',
        amount: MUG_TOTAL,
        reason: 'Wrong sale',
      },
    ]);
    const openings = `items/?store=DOWNTOWN&days=1&employee=EMP001&kind=drawer_openings`;
    const first = await read(`${openings}&limit=2`);
    const next = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1];
    const second = await read(`${openings}&limit=2&cursor=${next}`);
    const reasons = [...first.body, ...second.body].map(({ reason }) => reason);
    expect(reasons.sort()).toEqual(['Change 0', 'Change 1', 'Change 2']);
  });

  it('of another store are not shown', async () => {
    const token = await localManager(shop, AIRPORT_ID);
    const { body } = await read('?days=1', token);
    expect(body.stores.map(({ store }: { store: string }) => store)).toEqual([AIRPORT_ID]);
    expect((await read('?store=DOWNTOWN', token)).status).toBe(400);
    const items = await read('items/?store=DOWNTOWN&employee=EMP001&kind=voids', token);
    expect(items.status).toBe(400);
    expect((await read('', await shop.tillToken('EMP001'))).status).toBe(403);
    expect((await read('items/?store=DOWNTOWN&employee=NOBODY&kind=voids')).status).toBe(400);
  });
});

describe('the comparison', () => {
  const cashier = (sales: number, count: number) => {
    const none = { count: 0, amountMinor: 0 };
    const voids = { count, amountMinor: 0 };
    const exceptions = { voids, discounts: none, drawer_openings: none, refunds: none };
    return { employeeId: 'x', sales, exceptions };
  };

  it('takes the middle, of an even number the mean of the two', () => {
    expect([medianOf([]), medianOf([4]), medianOf([9, 1, 5]), medianOf([8, 1, 2, 4])]).toEqual([
      0, 4, 5, 3,
    ]);
  });

  it.each([
    { sales: 100, count: 6, median: 3, rate: 6, ratio: 2, unusual: true },
    { sales: 100, count: 5, median: 3, rate: 5, ratio: 1.67, unusual: false },
    { sales: 10, count: 2, median: 3, rate: 20, ratio: 6.67, unusual: false },
    { sales: 10, count: 3, median: 0, rate: 30, ratio: null, unusual: true },
    { sales: 0, count: 9, median: 3, rate: null, ratio: null, unusual: false },
  ])('$count voids in $sales sales, median $median', ({ sales, count, median, ...expected }) => {
    const rate = compare(cashier(sales, count), 'voids', median);
    expect({ ...rate, unusual: isUnusual(count, rate) }).toEqual({
      per100Sales: expected.rate,
      ratio: expected.ratio,
      unusual: expected.unusual,
    });
  });
});
