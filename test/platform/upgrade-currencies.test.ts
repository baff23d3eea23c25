import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0064-promotions-currencies.sql';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

const [newYork, berlin] = [newId(), newId()];
const [chain, local] = [newId(), newId()];
const [promotion, code] = [newId(), newId()];
const [inDollars, inEuros, unexplained, lowered] = [newId(), newId(), newId(), newId()];
const cashier = newId();

type OldSale = {
  id: string;
  store: string;
  currency: string;
  discount: string;
  applied?: object[];
};

const sell = ({ id, store, currency, discount, applied }: OldSale) =>
  query(
    `insert into transactions (id, transaction_number, store_id, source_system, status, currency,
       promotion_discount, attribution, price_overridden, employee_id)
     values ($1::uuid, $1::text, $2, 'web_commerce', 'completed', $3, $4, $5, $6, $7)`,
    [
      id,
      store,
      currency,
      discount,
      JSON.stringify(applied === undefined ? {} : { applied_promotions: applied }),
      id === lowered,
      id === lowered ? cashier : null,
    ],
  );

const line = (position: number, price: string, catalog: string, quantity: number) =>
  query(
    `insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
       quantity, unit_price, catalog_price, subtotal, cost_at_sale)
     values ($1, $2::uuid, $3, $2::uuid, 1, 'SKU', 'Mug', $4::int, $5::numeric, $6, $5::numeric * $4::int, 4)`,
    [lowered, newId(), position, quantity, price, catalog],
  );

async function writeRecords(): Promise<void> {
  for (const [id, key, currency] of [
    [newYork, 'NYC', 'USD'],
    [berlin, 'BER', 'EUR'],
  ]) {
    await query(
      'insert into stores (id, code, name, currency) values ($1, $2::text, $2::text, $3)',
      [id, key, currency],
    );
  }
  await query(
    `insert into campaigns (id, name, budget, spent, store_ids)
     values ($1, 'Chain', 100, 30, null), ($2, 'Berlin', 50, 20, array[$3::uuid])`,
    [chain, local, berlin],
  );
  await query(
    `insert into promotions (id, name, kind, value) values ($1, 'Ten off', 'fixed', 10)`,
    [promotion],
  );
  await query(`insert into promo_codes (id, code, promotion_id) values ($1, 'TENNER', $2)`, [
    code,
    promotion,
  ]);
  const applied = [{ promotion_id: promotion, amount: '10.00' }];
  await sell({ id: inDollars, store: newYork, currency: 'USD', discount: '10.00', applied });
  await sell({ id: inEuros, store: berlin, currency: 'EUR', discount: '20.00', applied });
  await sell({ id: unexplained, store: newYork, currency: 'USD', discount: '3.00' });
  await sell({ id: lowered, store: newYork, currency: 'USD', discount: '0.00' });
  await line(0, '5.00', '9.99', 2);
  await line(1, '12.00', '9.99', 1);
  await query(
    `insert into campaign_spends (transaction_id, campaign_id, amount, spent_at)
     values ($1, $3, 10, now()), ($2, $3, 20, now()), ($2, $4, 20, now())`,
    [inDollars, inEuros, chain, local],
  );
  await query(
    `insert into promo_code_usages (transaction_id, code_id, store_id, discount, used_at)
     values ($1, $2, $3, 10, now())`,
    [inDollars, code, newYork],
  );
  await query(
    `insert into ab_subjects (test_id, subject_key, variant, impressed_at, transaction_id, revenue)
     values ($1, 'a', 'control', now(), $2, 90), ($1, 'b', 'control', now(), null, 0)`,
    [newId(), inEuros],
  );
}

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await writeRecords();
  await older.upgrade();
});
afterAll(() => older.close());

it('gives budgets the currency of their stores, and counts only discounts in it', async () => {
  expect(await query('select name, currency, spent from campaigns order by name')).toEqual([
    { name: 'Berlin', currency: 'EUR', spent: '20.00' },
    { name: 'Chain', currency: 'USD', spent: '10.00' },
  ]);
  expect(
    await query('select currency, amount from campaign_spends order by amount, campaign_id'),
  ).toMatchObject([
    { currency: 'USD', amount: '10.00' },
    { currency: 'EUR', amount: '20.00' },
    { currency: 'EUR', amount: '20.00' },
  ]);
  expect(await query('select subject_key, currency from ab_subjects order by 1')).toEqual([
    { subject_key: 'a', currency: 'EUR' },
    { subject_key: 'b', currency: null },
  ]);
});

it('gives discounts their reasons, as far as they are known', async () => {
  const rows = await query('select id, adjustments from transactions');
  const reasons = new Map(rows.map(row => [row.id, row.adjustments]));
  const unknown = { actor: null, approval_request_id: null, line: null };
  expect(reasons.get(inDollars)).toEqual([
    {
      ...{ ...unknown, kind: 'code', amount: '10.00', reason: 'Ten off' },
      ...{ promotion_id: promotion, code: 'TENNER' },
    },
  ]);
  // 10.00 of 20.00 are explained: the whole discount is kept without a promotion.
  for (const [id, amount] of [
    [inEuros, '20.00'],
    [unexplained, '3.00'],
  ] as const) {
    expect(reasons.get(id)).toEqual([
      { ...unknown, kind: 'promotion', amount, reason: null, promotion_id: null, code: null },
    ]);
  }
  expect(reasons.get(lowered)).toEqual([
    {
      ...{ kind: 'manual', line: 0, amount: '9.98', reason: null, actor: cashier },
      ...{ approval_request_id: null, promotion_id: null, code: null },
    },
  ]);
});

it('keeps what prices were lowered by, so that discounts equal their reasons', async () => {
  const sums = await query(
    `select t.id, promotion_discount::text as discount, price_reduction::text as lowered,
       sum(a.amount)::text as reasons
     from transactions t join transaction_adjustments a on a.transaction_id = t.id
     where t.id = any($1) group by t.id order by t.id`,
    [[inDollars, lowered]],
  );
  expect(sums).toEqual([
    { id: inDollars, discount: '10.00', lowered: '0.00', reasons: '10.00' },
    { id: lowered, discount: '0.00', lowered: '9.98', reasons: '9.98' },
  ]);
});

it('takes costs to be in dollars where the stores have several currencies', async () => {
  expect(await query('select distinct cost_currency from transaction_lines')).toEqual([
    { cost_currency: 'USD' },
  ]);
});
