import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, customer, DOWNTOWN_ID, ZURICH_ID } from '../../src/seed/data.js';
import { syncOf, Till } from '../pos/journal/support.js';
import { byGiftCard, cash, giftCard, returnOne } from '../stored-value/support.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, type Item, MUG } from '../transactions/support.js';

const DAY_MS = 86_400_000;
const SHIFTS = '/cash-management/shifts/';
/** Noon in Berlin, tomorrow: ids, which carry the real time, are not later than the clock. */
const first = new Date(`${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T11:00:00Z`);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const DAY_1 = dayOf(first);
const DAY_2 = dayOf(new Date(first.getTime() + DAY_MS));

let now = first;
let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await shop.platform.db.updateTable('promotions').set({ is_active: false }).execute();
  counter = counterOf(shop);
  const rounding = await shop.call('PATCH', '/stores/AIRPORT/', {
    token: await shop.officeToken('admin'),
    body: { cash_rounding: '0.05' },
  });
  expect(rounding.status).toBe(200);
  await trade();
});
afterAll(() => shop.close());

const till = () => shop.tillToken('EMP005', 'T-101');
const ok = (reply: Reply): Reply => {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
};
/** Rings up goods at the airport, whose prices contain 19 % or 7 %, and takes the money. */
const sell = async (items: Item[], tax: string, tender: object) => {
  const body = basket(items, tax, { store_id: AIRPORT_ID, employee_id: 'EMP005' });
  const lines = body.line_items.map(line => ({ ...line, price_reason: 'Chipped rim' }));
  const token = await till();
  const sale = await counter.ring({ ...body, line_items: lines }, token);
  const paid = ok(await counter.pay(sale, tender, token));
  return { sale, code: paid.body.gift_cards?.[0]?.code as string };
};

/** One day with everything that the journal knows, and the end of a layaway on the next. */
async function trade(): Promise<void> {
  const token = await till();
  const post = async (path: string, body?: object) => ok(await counter.post(path, body, token));
  const shift = (await post(SHIFTS, { opening_float: '100.00' })).body.id;
  // 19.98 is 20.00 in cash.
  const goods = [
    { ...MUG, price: '12.48' },
    { sku: 'CARAMELS', price: '7.50' },
  ];
  const { sale } = await sell(goods, '2.48', cash('20.00'));
  const { code } = await sell([giftCard('25.00')], '0.00', cash('25.00'));
  const redeemed = await sell([MUG], '2.00', byGiftCard(code, '12.50'));
  await sell([MUG], '2.00', { payment_method_id: 'card', tendered_amount: '12.50' });
  const [payment] = await counter.payments(sale);
  ok(await counter.refund({ payment: payment?.id, amount: '4.01', shift_id: shift }));
  await returnOne(shop, counter, redeemed.sale, 0);
  const layaway = await post('/layaways/', {
    line_items: [{ sku: 'TEE-BLACK-M', quantity: 1 }],
    customer_id: customer.id,
    deposit: cash('10.00'),
  });
  await post(`${SHIFTS}${shift}/paid-out/`, {
    amount: '5.00',
    reason: 'Window cleaner',
  });
  // Float 100.00 + 20.00 + 25.00 + 10.00 − 4.00 − 5.00 = 146.00.
  await post(`${SHIFTS}${shift}/count/`, { denominations: [{ value: '1.00', quantity: 144 }] });
  await post(`${SHIFTS}${shift}/close/`);
  // The database stamps refunds with its own clock.
  await shop.platform.db.updateTable('refunds').set({ processed_at: first }).execute();
  now = new Date(first.getTime() + DAY_MS);
  const again = await shop.tillToken('EMP005');
  ok(await counter.post(`/layaways/${layaway.body.id}/pay/`, cash('15.00'), again));
}

/** A manager of DOWNTOWN alone. */
let hired: Promise<string> | undefined;
function localToken(): Promise<string> {
  hired ??= hire();
  return hired;
}

async function hire(): Promise<string> {
  const person = { username: 'local', password: 'a-long-password-for-tests', role: 'manager' };
  const body = { ...person, employee_number: 'EMP901', pin: '9876', first_name: 'Lo' };
  const store_ids = [DOWNTOWN_ID];
  const token = await office('admin');
  ok(await shop.call('POST', '/users/', { token, body: { ...body, last_name: 'Cal', store_ids } }));
  const { username, password } = person;
  return ok(await shop.call('POST', '/auth/login/', { body: { username, password } })).body.access;
}

/** A login of the second day; those of the first have expired. */
const logins = new Map<string, Promise<string>>();
function office(username: string): Promise<string> {
  const body = { username, password: `${username}-demo` };
  const login = async (): Promise<string> =>
    ok(await shop.call('POST', '/auth/login/', { body })).body.access;
  const token = logins.get(username) ?? login();
  logins.set(username, token);
  return token;
}

const read = async (query: string, token?: string): Promise<Reply> =>
  shop.call('GET', `/reports/journal/?${query}`, {
    token: token ?? (await office('admin')),
  });
const SETTINGS = '/journal-settings/AIRPORT/';
const save = async (body: object, token?: string, path = SETTINGS) =>
  shop.call('PUT', path, { token: token ?? (await office('admin')), body });
const settings = (more: object = {}) => ({
  chart: 'skr03',
  account_digits: 4,
  accounts: {},
  method_accounts: {},
  revenue_accounts: [],
  consultant_number: 1001,
  client_number: 7,
  fiscal_year_month: 1,
  ...more,
});

type EntryItem = { transaction_id: string | null; debit: string; credit: string };
type Entry = Record<'kind' | 'rate' | 'method' | 'account' | 'debit' | 'credit', string | null>;
const short = ({ kind, rate, method, account, debit, credit }: Entry) => [
  [kind, rate, method].filter(Boolean).join(' '),
  account,
  debit,
  credit,
];

describe('the journal of a store', () => {
  it('adds up to zero on a day with sales, vouchers, refunds, a deposit and a difference', async () => {
    const { status, body } = await read(`store_id=AIRPORT&from=${DAY_1}&to=${DAY_1}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      store: AIRPORT_ID,
      store_code: 'AIRPORT',
      from: DAY_1,
      to: DAY_1,
    });
    expect(body.days).toHaveLength(1);
    const [day] = body.days;
    expect(day.entries.map(short)).toEqual([
      // 20.00 + 25.00 + 10.00, less 4.00 refunded, 5.00 paid out and 2.00 missing.
      ['cash', '1000', '55.00', '11.00'],
      ['card card', '1360', '12.50', '0.00'],
      // Redeemed 12.50; sold 25.00 and given back 12.50.
      ['gift_cards', '1700', '12.50', '37.50'],
      ['deposits', '1710', '0.00', '10.00'],
      // 4.01 of 19.98 went back: 1.51 of the caramels' 7.50 and 2.50 of the mug's 12.48.
      ['revenue 0.07', '8300', '1.41', '7.01'],
      ['revenue 0.19', '8400', '12.60', '31.49'],
      ['tax 0.07', '8300', '0.10', '0.49'],
      ['tax 0.19', '8400', '2.40', '5.99'],
      // 2 cents of the sale, and 4.00 paid back for 4.01.
      ['rounding', '2709', '0.00', '0.03'],
      ['cash_shortage', '2309', '2.00', '0.00'],
      ['cash_transit', '1360', '5.00', '0.00'],
    ]);
    expect(day).toMatchObject({
      date: DAY_1,
      currency: 'EUR',
      debit: '103.51',
      credit: '103.51',
      balance: '0.00',
    });
  });

  it('turns a deposit into revenue on the day that the layaway is completed', async () => {
    const { body } = await read(`store_id=${AIRPORT_ID}&from=${DAY_1}&to=${DAY_2}`);
    expect(body.days.map((day: { date: string }) => day.date)).toEqual([DAY_1, DAY_2]);
    expect(body.days[1].entries.map(short)).toEqual([
      ['cash', '1000', '15.00', '0.00'],
      ['deposits', '1710', '10.00', '0.00'],
      ['revenue 0.19', '8400', '0.00', '21.01'],
      ['tax 0.19', '8400', '0.00', '3.99'],
    ]);
    expect(body.days[1].balance).toBe('0.00');
  });

  it('has the money of a sale that an offline till sent six days later on the day of the sale', async () => {
    const at = new Date(first.getTime() - 6 * DAY_MS);
    const offline = new Till('T-109');
    const sale = basket([MUG], '2.00', { store_id: AIRPORT_ID, employee_id: 'EMP005' });
    const lines = sale.line_items.map(line => ({ ...line, price_reason: 'Chipped rim' }));
    const entry = offline.sale(at, { ...sale, line_items: lines });
    const sync = syncOf(shop, () => shop.tillToken('EMP005', 'T-109'));
    const sent = ok(await sync('T-109', [entry]));
    expect(sent.body.results).toMatchObject([{ status: 'accepted', flags: [] }]);
    const { body } = await read(`store_id=AIRPORT&from=${dayOf(at)}&to=${dayOf(at)}`);
    expect(body.days).toMatchObject([{ date: dayOf(at), balance: '0.00' }]);
    expect(body.days[0].entries.map(short)).toEqual([
      ['cash', '1000', '12.50', '0.00'],
      ['revenue 0.19', '8400', '0.00', '10.50'],
      ['tax 0.19', '8400', '0.00', '2.00'],
    ]);
  });

  it('leads from each entry to its sales, which add up to it', async () => {
    const { days } = (await read(`store_id=AIRPORT&from=${DAY_1}&to=${DAY_2}`)).body;
    const cents = (amount: string): number => Math.round(Number(amount) * 100);
    for (const { date, currency, entries } of days) {
      for (const entry of entries) {
        const { kind, rate, country, method } = entry;
        const asked = Object.entries({ date, currency, kind, rate, country, method });
        const query = new URLSearchParams(asked.filter(([, value]) => value !== null));
        const items: EntryItem[] = [];
        let next: string | undefined = `/reports/journal/items/?store=AIRPORT&limit=2&${query}`;
        while (next !== undefined) {
          const reply: Reply = ok(await shop.call('GET', next, { token: await office('manager') }));
          items.push(...reply.body);
          next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1];
        }
        const sum = items.reduce((all, item) => all + cents(item.debit) - cents(item.credit), 0);
        expect([kind, sum]).toEqual([kind, cents(entry.debit) - cents(entry.credit)]);
        expect(new Set(items.map(item => item.transaction_id)).size).toBe(items.length);
      }
    }
  });

  it('shows which part of an entry belongs to no sale, to those who may see the store', async () => {
    const path = `/reports/journal/items/?store=AIRPORT&date=${DAY_1}&kind=cash`;
    const { body } = ok(await shop.call('GET', path, { token: await office('manager') }));
    // 5.00 were paid out of the drawer, and 2.00 are missing.
    expect(body[0]).toEqual({
      transaction_id: null,
      currency: 'EUR',
      debit: '0.00',
      credit: '7.00',
    });
    expect(
      body
        .slice(1)
        .map((item: EntryItem) => [item.debit, item.credit])
        .sort(),
    ).toEqual([
      ['10.00', '0.00'],
      ['20.00', '4.00'],
      ['25.00', '0.00'],
    ]);
    for (const [query, field] of [
      ['date=2026-03-01', 'kind'],
      ['date=2026-03-01&kind=gold', 'kind'],
      ['date=2099-01-01&kind=cash', 'date'],
      ['kind=cash', 'date'],
    ]) {
      const refused = await shop.call('GET', `/reports/journal/items/?store=AIRPORT&${query}`, {
        token: await office('manager'),
      });
      expect([query, refused.status, Object.keys(refused.body.errors)]).toEqual([
        query,
        400,
        [field],
      ]);
    }
  });

  it('is a CSV file with a row for each entry', async () => {
    const { headers, text } = await read(`store_id=AIRPORT&from=${DAY_2}&format=csv`);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="journal-AIRPORT-${DAY_2}-to-${DAY_2}.csv"`,
    );
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      'date,currency,kind,rate,method,account,debit,credit,country',
      `${DAY_2},EUR,cash,,,1000,15.00,0.00,`,
      `${DAY_2},EUR,deposits,,,1710,10.00,0.00,`,
    ]);
  });

  it('is empty for a store without sales, and refused for a window that makes no sense', async () => {
    expect((await read(`store_id=ZURICH&from=${DAY_1}`)).body).toMatchObject({
      store: ZURICH_ID,
      days: [],
    });
    for (const [query, field] of [
      ['store_id=NOWHERE', 'store_id'],
      ['store=NOWHERE', 'store'],
      ['store=AIRPORT&store_id=ZURICH', 'store_id'],
      ['', 'store'],
      ['store_id=AIRPORT&from=2026-03-02&to=2026-03-01', 'from'],
      ['store_id=AIRPORT&from=2026-01-01&to=2026-06-01', 'from'],
      ['store_id=AIRPORT&to=2099-01-01', 'to'],
    ]) {
      const { status, body } = await read(query ?? '');
      expect([query, status, Object.keys(body.errors ?? body)]).toEqual([
        query,
        400,
        expect.arrayContaining([field]),
      ]);
    }
  });

  it('is not shown to the manager of another store', async () => {
    const token = await localToken();
    expect((await read('store_id=AIRPORT', token)).status).toBe(400);
    const items = `/reports/journal/items/?store=AIRPORT&date=${DAY_1}&kind=cash`;
    expect((await shop.call('GET', items, { token })).status).toBe(400);
    expect((await shop.call('GET', SETTINGS, { token })).status).toBe(404);
    const before = (await shop.call('GET', SETTINGS, { token: await office('manager') })).body;
    expect((await save(settings({ client_number: 9 }), token)).status).toBe(404);
    const after = (await shop.call('GET', SETTINGS, { token: await office('manager') })).body;
    expect(after).toEqual(before);
    const named = await read('store_id=DOWNTOWN', token);
    expect(named.status).toBe(200);
    expect((await read('store=DOWNTOWN', token)).body).toEqual(named.body);
    // The only store of this manager need not be named.
    expect((await read('', token)).body).toEqual(named.body);
    expect((await read('store=AIRPORT', token)).status).toBe(400);
  });
});

describe('the journals of several stores', () => {
  const files = async (query: string, token?: string) => {
    const bearer = token ?? (await office('admin'));
    return shop.app.inject({
      url: `/reports/journal/export/?${query}`,
      headers: { authorization: `Bearer ${bearer}` },
    });
  };
  const days = `from=${DAY_1}&to=${DAY_2}`;

  it('are one table with the store in each row', async () => {
    const answer = await files(`${days}&format=csv`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ]);
    const rows = parse(answer.payload, { columns: true }) as Record<string, string>[];
    expect(new Set(rows.map(({ store }) => store))).toEqual(new Set(['AIRPORT']));
    const one = await read(`store_id=AIRPORT&${days}`);
    const entries = one.body.days.flatMap(
      ({ date, entries: list }: { date: string; entries: Entry[] }) =>
        list.map(entry => [date, ...short(entry)]),
    );
    expect(
      rows.map(row => [row.date, ...short({ ...row, rate: row.rate || null } as unknown as Entry)]),
    ).toEqual(entries);
  });

  it('are a ZIP with a DATEV file for each store, once all of them are set up', async () => {
    const wish = `${days}&format=datev&stores=AIRPORT,${ZURICH_ID}`;
    const refused = await files(wish);
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      409,
      'JOURNAL_NOT_SET_UP',
      'Enter the consultant and client numbers in the journal settings first: AIRPORT, ZURICH.',
    ]);
    for (const store of ['AIRPORT', 'ZURICH']) {
      expect((await save(settings(), undefined, `/journal-settings/${store}/`)).status).toBe(200);
    }
    const answer = await files(wish);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const zip = unzipSync(answer.rawPayload);
    const name = (store: string) => `EXTF_${store}-${DAY_1}-to-${DAY_2}.csv`;
    expect(Object.keys(zip).sort()).toEqual([name('AIRPORT'), name('ZURICH')]);
    const alone = await shop.app.inject({
      url: `/reports/journal/?store=AIRPORT&${days}&format=datev`,
      headers: { authorization: `Bearer ${await office('admin')}` },
    });
    expect(Buffer.from(zip[name('AIRPORT')] ?? [])).toEqual(alone.rawPayload);
    await shop.platform.db.deleteFrom('journal_settings').execute();
  });

  it.each([
    ['stores=NOWHERE', 'stores'],
    ['from=2020-01-01', 'from'],
    ['to=2099-01-01', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
  ])('are refused for ?%s', async (query, field) => {
    const { statusCode, payload } = await files(
      new URLSearchParams({
        ...Object.fromEntries(new URLSearchParams(`${days}&format=csv`)),
        ...Object.fromEntries(new URLSearchParams(query)),
      }).toString(),
    );
    expect([statusCode, Object.keys(JSON.parse(payload).errors)]).toEqual([400, [field]]);
  });

  it('show the manager of one store that store alone', async () => {
    const token = await localToken();
    expect((await files(`${days}&format=csv&stores=AIRPORT`, token)).statusCode).toBe(400);
    const own = await files(`${days}&format=csv`, token);
    expect([own.statusCode, own.payload.includes('AIRPORT')]).toEqual([200, false]);
  });
});

describe('the journal for DATEV', () => {
  it('needs the numbers of consultant and client', async () => {
    const { status, body } = await read(`store_id=AIRPORT&from=${DAY_1}&format=datev`);
    expect([status, body.code]).toEqual([409, 'JOURNAL_NOT_SET_UP']);
  });

  it('books each side against the clearing account, in Windows-1252', async () => {
    expect((await save(settings())).status).toBe(200);
    const answer = await shop.app.inject({
      url: `/reports/journal/?store_id=AIRPORT&from=${DAY_1}&to=${DAY_1}&format=datev`,
      headers: { authorization: `Bearer ${await office('admin')}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=windows-1252');
    const text = new TextDecoder('windows-1252').decode(answer.rawPayload);
    const [header, columns, ...rows] = text.trimEnd().split('\r\n');
    const day = DAY_1.replaceAll('-', '');
    const fields = (header ?? '').split(';');
    expect(fields).toHaveLength(31);
    expect(fields.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13']);
    expect(fields[5]).toBe(`${dayOf(now).replaceAll('-', '')}110000000`);
    expect(fields.slice(10, 17)).toEqual([
      ...['1001', '7', `${DAY_1.slice(0, 4)}0101`, '4', day, day],
      '"Kassenjournal AIRPORT"',
    ]);
    expect([fields[21], fields[26]]).toEqual(['"EUR"', '"03"']);
    expect((columns ?? '').split(';').slice(6, 8)).toEqual([
      'Konto',
      'Gegenkonto (ohne BU-Schlüssel)',
    ]);
    const [, month, date] = DAY_1.split('-');
    const row = (amount: string, side: string, account: string, about: string) =>
      `${amount};"${side}";"EUR";;;"";${account};1590;"";${date}${month};` +
      `"AIRPORT-${day}";"";;"${about}, Tillhouse Airport"`;
    expect(rows).toEqual([
      row('55,00', 'S', '1000', 'Kasse'),
      row('11,00', 'H', '1000', 'Kasse'),
      row('12,50', 'S', '1360', 'Kartenzahlung card'),
      row('12,50', 'S', '1700', 'Geschenkkarten'),
      row('37,50', 'H', '1700', 'Geschenkkarten'),
      row('10,00', 'H', '1710', 'Anzahlungen'),
      // The accounts of these rates compute the tax, so they get the gross.
      row('1,51', 'S', '8300', 'Erlöse 7 %'),
      row('7,50', 'H', '8300', 'Erlöse 7 %'),
      row('15,00', 'S', '8400', 'Erlöse 19 %'),
      row('37,48', 'H', '8400', 'Erlöse 19 %'),
      row('0,03', 'H', '2709', 'Rundung'),
      row('2,00', 'S', '2309', 'Kassenfehlbetrag'),
      row('5,00', 'S', '1360', 'Ein- und Auszahlung'),
    ]);
  });

  it('uses the own accounts of the store, and the chart for the others', async () => {
    const own = settings({
      chart: 'skr04',
      account_digits: 5,
      accounts: { cash: '16010' },
      method_accounts: { card: '14610' },
      revenue_accounts: [{ rate: '0.190', account: '44010', tax_account: '38060' }],
    });
    const saved = await save(own);
    expect(saved.status).toBe(200);
    expect(saved.body.revenue_accounts).toEqual([
      { rate: '0.19', account: '44010', tax_account: '38060' },
    ]);
    expect(saved.body.used_accounts).toMatchObject({ cash: '16010', clearing: '13700' });
    const { body } = await read(`store_id=AIRPORT&from=${DAY_1}`);
    expect(
      body.days[0].entries.map(short).map(([kind, account]: string[]) => [kind, account]),
    ).toEqual([
      ['cash', '16010'],
      ['card card', '14610'],
      ['gift_cards', '35000'],
      ['deposits', '32500'],
      ['revenue 0.07', '43000'],
      ['revenue 0.19', '44010'],
      ['tax 0.07', '43000'],
      ['tax 0.19', '38060'],
      ['rounding', '48390'],
      ['cash_shortage', '69690'],
      ['cash_transit', '14600'],
    ]);
    const datev = (await read(`store_id=AIRPORT&from=${DAY_1}&format=datev`)).text;
    expect(
      datev.split('\r\n').filter(row => row.includes(';44010;') || row.includes(';38060;')),
    ).toHaveLength(4);
  });

  it('refuses accounts of another length and two accounts for a rate, and keeps the old ones', async () => {
    const token = await office('admin');
    const before = (await shop.call('GET', SETTINGS, { token })).body;
    const two = [
      { rate: '0.19', account: '8400', tax_account: null },
      { rate: '0.190', account: '8401', tax_account: null },
    ];
    for (const [wrong, field] of [
      [{ accounts: { cash: '10000' } }, 'accounts'],
      [{ method_accounts: { card: '13600' } }, 'method_accounts'],
      [{ revenue_accounts: two }, 'revenue_accounts'],
      [{ client_number: 0 }, 'client_number'],
      [{ chart: 'skr99' }, 'chart'],
    ] as const) {
      const { status, body } = await save(settings(wrong));
      expect([field, status, Object.keys(body.errors ?? body)]).toEqual([
        field,
        400,
        expect.arrayContaining([field]),
      ]);
    }
    expect((await shop.call('GET', SETTINGS, { token })).body).toEqual(before);
  });

  it('holds days of one fiscal year', async () => {
    expect((await save(settings({ fiscal_year_month: Number(DAY_2.slice(5, 7)) }))).status).toBe(
      200,
    );
    const start = new Date(`${DAY_2.slice(0, 7)}-01T11:00:00Z`);
    const last = dayOf(new Date(start.getTime() - DAY_MS));
    const query = `store_id=AIRPORT&from=${last}&to=${dayOf(start)}&format=datev`;
    const { status, body } = await read(query);
    expect([status, Object.keys(body.errors ?? body)]).toEqual([
      400,
      expect.arrayContaining(['to']),
    ]);
  });
});
