import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, counterOf, MUG } from '../transactions/support.js';
import { forgetSales, writeSale } from './support.js';

// 09:30 on Monday 6 May in New York, 15:30 in Berlin.
const now = new Date('2030-05-06T13:30:00Z');
const WELCOME = '00000000-0000-4000-b002-000000000001';
const CASHIER = '00000000-0000-4000-a002-000000000001';

let shop: Shop;
let approval: string;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await forgetSales(shop.platform.db);
  await trade();
});
afterAll(() => shop.close());

const entry = (fields: object) => ({
  line: 0,
  reason: null,
  actor: null,
  approval_request_id: null,
  promotion_id: null,
  code: null,
  ...fields,
});

async function trade(): Promise<void> {
  const { db } = shop.platform;
  const counter = counterOf(shop);
  // At the till, today: 9.99 sold at 5.00 twice, for a reason, and a mug at 10.00 with an approval.
  const poster = { sku: 'POSTER-A2', price: '5.00', quantity: 2 };
  const lowered = basket([poster], '0.83');
  const line_items = lowered.line_items.map(line => ({ ...line, price_reason: 'Creased' }));
  await counter.sold({ payment_method_id: 'cash' }, { ...lowered, line_items });
  await shop.call('PATCH', `/stores/${DOWNTOWN_ID}/`, {
    token: await shop.officeToken('admin'),
    body: { approval_policy: { price_override: true } },
  });
  approval = await counter.approved('price_override', '2.50');
  const cheap = basket([{ ...MUG, price: '10.00' }], '0.83', { approval_request_id: approval });
  await counter.sold({ payment_method_id: 'cash' }, cheap);
  // In the web shop, on Saturday evening in New York, when it was Sunday in Berlin.
  const web = { kind: 'code', reason: '10 % off to say hello', promotion_id: WELCOME };
  const at = '2030-05-05T02:30:00Z';
  await writeSale(db, {
    at,
    channel: 'web_commerce',
    lines: [{ sku: 'TEE-BLACK-M', price: '25.00', discount: '2.50' }],
    adjustments: [entry({ ...web, code: 'WELCOME10', amount: '2.50' })],
  });
  await writeSale(db, {
    at,
    store: AIRPORT_ID,
    currency: 'EUR',
    channel: 'web_commerce',
    lines: [{ sku: 'TEE-BLACK-M', price: '30.00', discount: '7.00' }],
    adjustments: [
      entry({ ...web, code: 'WELCOME10', amount: '3.00' }),
      entry({ kind: 'promotion', reason: 'Spring', promotion_id: WELCOME, amount: '4.00' }),
    ],
  });
  await writeSale(db, {
    at,
    status: 'voided',
    lines: [{ sku: 'TEE-BLACK-M', price: '25.00' }],
    adjustments: [entry({ kind: 'manual', actor: CASHIER, amount: '9.00' })],
  });
  await writeSale(db, { at, lines: [{ sku: 'TEE-BLACK-M', price: '25.00' }] });
}

const read = async (query: string, token?: string) =>
  shop.call('GET', `/analytics/growth/discounts/${query}`, {
    token: token ?? (await shop.officeToken()),
  });

describe('the report on discounts', () => {
  it('shows discounts of every origin by store and day, with who and why', async () => {
    const { body } = await read('?store=DOWNTOWN&days=3');
    expect(body.meta).toMatchObject({ currency: 'USD', from: '2030-05-04', to: '2030-05-06' });
    expect(body.data.totals).toEqual({
      sales: 3,
      lines: 3,
      discounts: '14.98',
      promotion: '0.00',
      code: '2.50',
      manual: '12.48',
      loyalty: '0.00',
      by_currency: [{ currency: 'USD', sales: 3, lines: 3, discounts: '14.98' }],
    });
    expect(body.data.series).toEqual([
      day('2030-05-04', { sales: 1, lines: 1, discounts: '2.50', code: '2.50' }),
      day('2030-05-05', {}),
      day('2030-05-06', { sales: 2, lines: 2, discounts: '12.48', manual: '12.48' }),
    ]);
    const shared = { store: DOWNTOWN_ID, store_code: 'DOWNTOWN', currency: 'USD', sales: 1 };
    const cashier = { employee: 'EMP001', employee_name: expect.stringMatching(/\w+ \w+/) };
    const nobody = { employee: null, employee_name: null };
    const unapproved = { approval_request_id: null, approved_by: null };
    expect(body.data.breakdown).toEqual([
      {
        ...{ ...shared, ...cashier, ...unapproved, day: '2030-05-06', lines: 1 },
        ...{ origin: 'manual', reason: 'Creased', promotion_id: null, code: null, amount: '9.98' },
      },
      {
        ...{ ...shared, ...cashier, day: '2030-05-06', lines: 1, origin: 'manual' },
        ...{ reason: 'The customer asked', promotion_id: null, code: null, amount: '2.50' },
        approval_request_id: approval,
        approved_by: expect.stringMatching(/\w+ \w+/),
      },
      {
        ...{ ...shared, ...nobody, ...unapproved, day: '2030-05-04', lines: 1, amount: '2.50' },
        ...{ origin: 'code', reason: '10 % off to say hello', promotion_id: WELCOME },
        code: 'WELCOME10',
      },
    ]);
  });

  it('never adds dollars to euros, and cuts days by the clock of each store', async () => {
    const dollars = await read('?days=3');
    expect(dollars.body.data.totals).toMatchObject({
      discounts: '14.98',
      by_currency: [
        { currency: 'EUR', sales: 1, lines: 2, discounts: '7.00' },
        { currency: 'USD', sales: 3, lines: 3, discounts: '14.98' },
      ],
    });
    const euros = await read('?days=3&currency=EUR');
    expect(euros.body.data.totals).toMatchObject({
      sales: 1,
      lines: 2,
      discounts: '7.00',
      code: '3.00',
      promotion: '4.00',
    });
    expect(
      euros.body.data.breakdown.map((row: Record<string, string>) => [
        row.day,
        row.store_code,
        row.origin,
        row.amount,
      ]),
    ).toEqual([
      ['2030-05-05', 'AIRPORT', 'promotion', '4.00'],
      ['2030-05-05', 'AIRPORT', 'code', '3.00'],
    ]);
  });

  it.each([
    ['?days=3&origin=manual', '12.48', 2],
    ['?days=3&origin=loyalty', '0.00', 0],
    ['?days=3&employee=EMP001', '12.48', 2],
    [`?days=3&employee=${CASHIER}&origin=code`, '0.00', 0],
    ['?days=1&store=DOWNTOWN', '12.48', 2],
  ])('is filtered by %s', async (query, amount, rows) => {
    const { body } = await read(query);
    expect(body.data.totals.discounts).toBe(amount);
    expect(body.data.breakdown).toHaveLength(rows);
  });

  it('is exported as CSV with the same filters', async () => {
    const { text } = await read('?store=DOWNTOWN&days=3&origin=manual&format=csv');
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows.map(row => [row.reason, row.amount])).toEqual([
      ['Creased', '9.98'],
      ['The customer asked', '2.50'],
    ]);
  });

  it('refuses an unknown origin, and shows a manager of one store that store only', async () => {
    expect((await read('?origin=gift')).status).toBe(400);
    const local = await localManager(shop, AIRPORT_ID);
    expect((await read('?days=3', local)).body.data.totals.by_currency).toEqual([
      { currency: 'EUR', sales: 1, lines: 2, discounts: '7.00' },
    ]);
    expect((await read('?store=DOWNTOWN', local)).status).toBe(400);
    expect((await read('', await shop.tillToken())).status).toBe(403);
  });
});

const day = (date: string, fields: object) => ({
  day: date,
  sales: 0,
  lines: 0,
  discounts: '0.00',
  promotion: '0.00',
  code: '0.00',
  manual: '0.00',
  loyalty: '0.00',
  ...fields,
});
