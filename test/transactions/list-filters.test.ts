import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { AIRPORT_ID, basket, type Counter, counterOf, MUG, mug, TEE, WINE } from './support.js';

let shop: Shop;
let counter: Counter;
let now = new Date('2026-03-01T12:00:00.000Z');
const at = (time: string): void => {
  now = new Date(time);
};

/** The numbers of the sales below, by what they are. */
const sale: Record<string, string> = {};
let customerId: string;
let notes: string;

beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  counter = counterOf(shop);
  const users = await statement<{ id: string }>(
    shop.platform.db,
    `select id from users where email = 'shopper@example.com'`,
  );
  customerId = users[0]?.id ?? '';
  // 23:30 on 1 March in New York, 05:30 on 2 March in Berlin.
  at('2026-03-02T04:30:00.000Z');
  sale.lateMug = await counter.ring(mug());
  const airport = await shop.tillToken('EMP005');
  sale.airportMug = await counter.ring(
    mug({ store_id: AIRPORT_ID, employee_id: 'EMP005' }),
    airport,
  );
  at('2026-03-02T15:00:00.000Z');
  const other = await shop.tillToken('EMP002');
  sale.cheapTee = await counter.ring(
    basket([{ ...TEE, price: '20.00' }], '1.65', { employee_id: 'EMP002' }),
    other,
  );
  sale.ofCustomer = await counter.ring(mug({ customer_id: customerId }));
  sale.oddTax = await counter.ring(basket([MUG], '1.00'));
  sale.wine = await counter.ring(basket([WINE], '1.73'));
  await counter.pay(sale.wine, {
    payment_method_id: 'cash',
    tendered_amount: '30.00',
    age_check: { method: 'id_scan', confirmed: true },
  });
  at('2026-03-03T15:00:00.000Z');
  notes = 'Asks for the gift wrap with the ribbon';
  const opened = await counter.post(
    '/transactions/',
    { storeId: 'DOWNTOWN', notes },
    await shop.officeToken(),
  );
  sale.noted = opened.body.transactionId;
  // As an order of the web shop has it.
  await statement(
    shop.platform.db,
    'update transactions set customer_email = $2 where transaction_number = $1',
    [sale.lateMug, 'Guest.One@Example.com'],
  );
  // As a till numbers its sales.
  await statement(
    shop.platform.db,
    'update transactions set till_number = $2 where transaction_number = $1',
    [sale.wine, 'T-001-000123'],
  );
});
afterAll(() => shop.close());

async function found(query: string, token?: string): Promise<string[]> {
  const { status, body } = await counter.get(`/transactions/?${query}`, token);
  expect([query, status]).toEqual([query, 200]);
  const names = new Map(Object.entries(sale).map(([name, number]) => [number, name]));
  return body.map((row: { transactionId: string }) => names.get(row.transactionId)).sort();
}

const SECOND = ['airportMug', 'cheapTee', 'oddTax', 'ofCustomer', 'wine'];

describe('the list of sales filters', () => {
  it.each([
    ['date_from=2026-03-02&date_to=2026-03-02', SECOND],
    ['date_to=2026-03-01', ['lateMug']],
    ['date_from=2026-03-03', ['noted']],
    ['date_from=2026-03-01&date_to=2026-03-01&store=DOWNTOWN', ['lateMug']],
    ['date_from=2026-03-02&date_to=2026-03-02&store=AIRPORT', ['airportMug']],
    ['date_from=0001-01-01&date_to=0002-01-01', []],
    ['date_from=2026-03-02&date_to=2026-03-02&ordering=totalAmount', SECOND],
    ['terminal=T-101', ['airportMug']],
    ['terminal=T-002', ['cheapTee']],
    ['terminal=NOWHERE', []],
    ['employee=EMP002', ['cheapTee']],
    ['customer=shopper@example.com', ['ofCustomer']],
    ['channel=dashboard', ['noted']],
    ['channel=web_commerce', []],
    ['channel=pos&employee=EMP005', ['airportMug']],
    ['amount_min=20&amount_max=21.65', ['cheapTee']],
    ['amount_min=21.66', ['wine']],
    ['amount_max=0', ['noted']],
    ['flag=price_overridden', ['cheapTee']],
    ['flag=tax_variance', ['airportMug', 'oddTax']],
    ['flag=age_check', ['wine']],
    ['search=ribbon', ['noted']],
    ['search=gift%20wr', ['noted']],
    ['search=tee-black', ['cheapTee']],
    ['search=black%20tee', ['cheapTee']],
    ['search=shopper', ['ofCustomer']],
    ['search=guest.one@example.com', ['lateMug']],
    ['search=GUEST.ONE%40EX', ['lateMug']],
    ['search=guest', ['lateMug']],
    ['search=one@example.com', []],
    ['search=guest.one@example.org', []],
    ['search=zebra', []],
    ['search=%20&channel=dashboard', ['noted']],
    ['search=TXN-20260303', ['noted']],
    ['search=txn-20260302-', ['airportMug', 'lateMug', ...SECOND.slice(1)]],
    ['search=TXN-20261399', []],
    ['search=TXN-2026031', []],
    ['search=TXN-2026030', ['airportMug', 'lateMug', ...SECOND.slice(1), 'noted']],
    ['search=T-001-000123', ['wine']],
    ['search=t-001-000123', ['wine']],
    ['search=T-001-00012', []],
  ])('by ?%s', async (query, names) => {
    expect(await found(query)).toEqual([...names].sort());
  });

  it('by ids and whole numbers', async () => {
    expect(await found(`customer=${customerId}`)).toEqual(['ofCustomer']);
    expect(await found(`search=${sale.wine?.toLowerCase()}`)).toEqual(['wine']);
    const { body } = await counter.get('/transactions/T-001-000123/');
    expect([body.transactionId, body.till_number]).toEqual([sale.wine, 'T-001-000123']);
    const owned = await counter.get(`/transactions/${sale.ofCustomer}/`);
    expect([owned.body.customer_id, owned.body.customer_name]).toEqual([
      customerId,
      'Riley Shopper',
    ]);
    const guest = await counter.get(`/transactions/${sale.lateMug}/`);
    expect(guest.body).toMatchObject({
      customer_id: null,
      customer_name: null,
      customer_email: 'Guest.One@Example.com',
    });
    const nameOf = async (query: string) =>
      (await counter.get(`/transactions/?${query}`)).body[0].customer_name;
    expect([
      await nameOf(`customer=${customerId}`),
      await nameOf(`search=${sale.lateMug}`),
    ]).toEqual(['Riley Shopper', 'Guest.One@Example.com']);
    const staff = await statement<{ id: string }>(
      shop.platform.db,
      `select id from users where employee_number = 'EMP002'`,
    );
    expect(await found(`employee=${staff[0]?.id}`)).toEqual(['cheapTee']);
  });

  it('never shows the sales of another store', async () => {
    const airport = await shop.tillToken('EMP005', 'T-101');
    expect(await found('search=mug', airport)).toEqual(['airportMug']);
    expect(await found('search=guest.one@example.com', airport)).toEqual([]);
    expect(await found('employee=EMP002', airport)).toEqual([]);
    expect(await found('date_from=2026-03-01', airport)).toEqual(['airportMug']);
  });

  it('page by page with the same filter', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/transactions/?date_from=2026-03-02&amount_min=12&limit=2';
    while (next !== undefined) {
      const reply = await counter.get(next);
      seen.push(...reply.body.map((row: { transactionId: string }) => row.transactionId));
      next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(
      [...SECOND]
        .map(name => sale[name])
        .sort((a, b) => seen.indexOf(a ?? '') - seen.indexOf(b ?? '')),
    );
    expect(new Set(seen).size).toBe(SECOND.length);
  });

  it.each([
    ['date_from=2026-02-30', 'date_from'],
    ['date_from=2026-03-02&date_to=2026-03-01', 'date_to'],
    ['employee=EMP999', 'employee'],
    ['customer=nobody@example.com', 'customer'],
    ['channel=fax', 'channel'],
    ['amount_min=ten', 'amount_min'],
    ['amount_min=2&amount_max=1', 'amount_max'],
    ['flag=odd', 'flag'],
    ['search=', 'search'],
  ])('refuses ?%s and names the field', async (query, field) => {
    const { status, body } = await counter.get(`/transactions/?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });
});

describe('the export of sales', () => {
  const lines = async (query: string, token?: string) => {
    const reply = await counter.get(
      `/transactions/export/?${query}`,
      token ?? (await shop.officeToken()),
    );
    expect(reply.status).toBe(200);
    return reply.text.trimEnd().split('\n');
  };

  it('takes the filters of the list', async () => {
    const [head, ...rows] = await lines('flag=price_overridden');
    expect(head).toBe(
      'transactionId,status,store,terminal,employee,customer,channel,currency,subtotal,discount,tax,shipping,totalAmount,totalPaid,price_overridden,tax_variance,created_at,completedAt,notes',
    );
    expect(rows).toEqual([
      `${sale.cheapTee},pending,DOWNTOWN,T-002,EMP002,,pos,USD,20.00,0.00,1.65,0.00,21.65,0.00,true,0.00,2026-03-02T15:00:00.000Z,,`,
    ]);
    expect(await lines('date_to=2026-03-02&ordering=created_at')).toHaveLength(7);
    expect((await lines('search=ribbon'))[1]).toContain(notes);
    const ofCustomer = await lines('customer=shopper@example.com');
    expect(ofCustomer[1]).toContain(',shopper@example.com,pos,');
  });

  it('is for managers and refuses what it does not know', async () => {
    const get = (query: string, token: string) =>
      counter.get(`/transactions/export/?${query}`, token);
    expect((await get('', await shop.tillToken('EMP001', 'T-001'))).status).toBe(403);
    const unknown = await get('stores=DOWNTOWN', await shop.officeToken());
    expect([unknown.status, unknown.body.code]).toEqual([400, 'UNKNOWN_PARAMETER']);
  });
});
