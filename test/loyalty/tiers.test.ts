import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loyaltyInvariants } from '../../src/domains/loyalty/invariant-repository.js';
import { expirePoints } from '../../src/domains/stored-value/points/expire-points.js';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let admin: string;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
  admin = await shop.officeToken('admin');
});
afterAll(() => shop.close());

const known = { customer_id: customer.id };
const tenMugs = [{ ...MUG, quantity: 10 }];
const TEN = '135.31';
const sellTen = async () => {
  const sale = await counter.sold(
    { payment_method_id: 'cash', tendered_amount: TEN },
    basket(tenMugs, '10.31', known),
  );
  await shop.settleEvents();
  return sale;
};
const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object) =>
  shop.call(method, url, { token: admin, ...(body && { body }) });
const account = async () => (await call('GET', `/loyalty/accounts/${customer.id}/`)).body;
const points = async (): Promise<number> => (await account()).points;

const gold = { name: 'Gold', currency: 'USD', minimum_spend: '100.00', earning_factor: '1.50' };

describe('tiers by the spend of twelve months', () => {
  const made: string[] = [];
  afterEach(async () => {
    for (const id of made.splice(0)) await call('DELETE', `/loyalty/tiers/${id}/`);
  });
  const create = async (tier: object) => {
    const reply = await call('POST', '/loyalty/tiers/', tier);
    expect(reply.status).toBe(201);
    made.push(reply.body.id);
    return reply.body;
  };

  it('have a rate of their own, and a return takes back what its sale earned', async () => {
    expect(await account()).toMatchObject({ tier: null, spend: [], expiring: null });
    const tier = await create(gold);
    const before = await points();
    const first = await sellTen();
    expect(await points()).toBe(before + 125);
    expect(await account()).toMatchObject({
      tier: { id: tier.id, name: 'Gold', earning_factor: '1.50' },
      spend: [{ currency: 'USD', amount: TEN }],
    });
    const second = await sellTen();
    expect(await points()).toBe(before + 125 + 187);
    await call('PATCH', `/loyalty/tiers/${tier.id}/`, { earning_factor: '3.00' });
    await counter.voidSale(second);
    await shop.settleEvents();
    expect(await points()).toBe(before + 125);
    await counter.voidSale(first);
    await shop.settleEvents();
    expect(await points()).toBe(before);
    expect((await account()).tier).toBeNull();
  });

  it('are refused twice, beyond their limits, and to staff without the right', async () => {
    await create(gold);
    const again = await call('POST', '/loyalty/tiers/', gold);
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    const wrong = { ...gold, name: 'X', minimum_spend: '7.00', earning_factor: '100.01' };
    expect(Object.keys((await call('POST', '/loyalty/tiers/', wrong)).body.errors)).toEqual([
      'earning_factor',
    ]);
    const fraction = { ...gold, currency: 'JPY', minimum_spend: '7.50' };
    expect((await call('POST', '/loyalty/tiers/', fraction)).status).toBe(400);
    const cashier = await shop.tillToken();
    const refused = await shop.call('POST', '/loyalty/tiers/', { token: cashier, body: gold });
    expect(refused.status).toBe(403);
    expect((await call('GET', '/loyalty/tiers/')).body).toHaveLength(1);
    const nobody = '/loyalty/tiers/00000000-0000-4000-8000-00000000ffff/';
    expect((await call('DELETE', nobody)).status).toBe(404);
  });
});

describe('points expire', () => {
  const store = (points_months: number | null) =>
    call('PATCH', '/stores/DOWNTOWN/', { points_months });
  const backdate = (sale: string, days: number) =>
    statement(
      shop.platform.db,
      `with dated as (
         update value_entries set expires_at = now() + make_interval(days => $2)
         where transaction_number = $1 and kind = 'earned' returning account_id, expires_at)
       update value_accounts set points_due_at = dated.expires_at from dated where id = account_id`,
      [sale, days],
    );
  const append = (state: 'disable' | 'enable') =>
    statement(
      shop.platform.db,
      `alter table value_entries ${state} trigger append_only_but_account`,
    );

  it('after the months of the store, by an entry, and only what was not spent of them', async () => {
    expect((await store(12)).body.points_months).toBe(12);
    const before = await points();
    const sale = await sellTen();
    const [earned] = await statement<{ months: number }>(
      shop.platform.db,
      `select extract(year from age(expires_at, occurred_at))::int as months from value_entries
       where transaction_number = $1 and kind = 'earned'`,
      [sale],
    );
    expect(earned?.months).toBe(1);
    await append('disable');
    await backdate(sale, 10);
    await append('enable');
    expect((await account()).expiring).toMatchObject({ points: 125 });
    const mug = await counter.ring(basket([MUG], '1.03', known));
    await counter.pay(mug, { payment_method_id: 'points', points: 100 });
    expect((await account()).expiring).toMatchObject({ points: 25 });
    await append('disable');
    await backdate(sale, -1);
    await append('enable');
    await Promise.all([expirePoints(shop.platform), expirePoints(shop.platform)]);
    await expirePoints(shop.platform);
    expect(await points()).toBe(before);
    expect((await account()).expiring).toBeNull();
    const page = await call('GET', `/loyalty/accounts/${customer.id}/entries/?limit=1`);
    expect(page.body).toMatchObject([{ kind: 'expired', points: -25 }]);
    const liability = await call('GET', '/value-accounts/liability/');
    const row = liability.body.liabilities.find((one: { kind: string }) => one.kind === 'points');
    expect(row.expired).toBe('25.00');
  });

  it('once: a void takes back only what is left of them, and what was spent', async () => {
    const date = async (sale: string, days: number) => {
      await append('disable');
      await backdate(sale, days);
      await append('enable');
    };
    const refund = async (sale: string, amount: string) => {
      const [payment] = await counter.payments(sale);
      const till = await shop.tillToken('EMP003');
      const reply = await counter.refund({ payment: payment?.id, amount }, till);
      expect([reply.status, reply.body.status]).toEqual([201, 'succeeded']);
    };
    const before = await points();
    const [voided, returned, partly] = [await sellTen(), await sellTen(), await sellTen()];
    const mug = await counter.ring(basket([MUG], '1.03', known));
    await date(partly, 5);
    await counter.pay(mug, { payment_method_id: 'points', points: 100 });
    await date(partly, -2);
    for (const sale of [voided, returned]) await date(sale, -1);
    await expirePoints(shop.platform);
    // 275 of 375 points have expired; 100 paid.
    expect(await points()).toBe(before);
    expect((await counter.voidSale(voided)).status).toBe(200);
    await refund(returned, '65.31');
    await refund(returned, '70.00');
    await shop.settleEvents();
    expect(await points()).toBe(before);
    // 70.00 of 135.31 keep 64 of 125 points; 25 of those that go have expired.
    await refund(partly, '65.31');
    await shop.settleEvents();
    expect(await points()).toBe(before - 36);
    expect((await counter.voidSale(partly)).status).toBe(200);
    await shop.settleEvents();
    expect(await points()).toBe(before - 100);
    await statement(
      shop.platform.db,
      `update transactions set voided_at = now() - interval '2 days'
       where transaction_number = any($1)`,
      [[voided, partly]],
    );
    const sales = loyaltyInvariants.find(({ name }) => name === 'loyalty:sales');
    const findings = (await sales?.check(shop.platform.db)) ?? [];
    expect(findings.map(({ ids }) => ids)).toEqual([[]]);
  });

  it('not in a store without the setting, which takes months from 1 to 120 only', async () => {
    expect((await store(0)).status).toBe(400);
    expect((await store(null)).body.points_months).toBeNull();
    const sale = await sellTen();
    const rows = await statement(
      shop.platform.db,
      'select from value_entries where transaction_number = $1 and expires_at is not null',
      [sale],
    );
    expect(rows).toEqual([]);
  });
});
