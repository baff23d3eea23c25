import { createPublicKey, verify } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booked, query, syncOf, Till } from '../pos/journal/support.js';
import { denominations } from '../shifts/support.js';
import { openShop, type Shop } from '../support/service.js';
import { AIRPORT_ID, basket } from '../transactions/support.js';

let shop: Shop;
/** Noon of yesterday: all that happens is of one day, whenever the test runs. */
const now = new Date(Date.now() - 24 * 3_600_000);
now.setUTCHours(12, 0, 0, 0);
const till = new Till('T-101');
const STORE = '/stores/AIRPORT/fiscal/';

beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now } });
  // The manager of one store must not see the signer of another.
  await query(
    shop,
    `insert into user_stores (user_id, store_id)
     select u.id, s.id from users u, stores s where u.username = 'manager' and s.code = 'DOWNTOWN'`,
  );
});
afterAll(() => shop.close());

const token = () => shop.tillToken('EMP005', till.terminal);
const sync = async (...entries: ReturnType<Till['write']>[]) =>
  (await syncOf(shop, token)(till.terminal, entries)).body.results as { status: string }[];
const admin = () => shop.officeToken('admin');
const office = async (method: string, url: string, body?: object) =>
  shop.call(method, url, { token: await admin(), body });
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Gross prices with the tax inside: 12.50 € are 10.50 and 2.00. */
const mug = (payments: object[]) => ({
  ...basket([{ sku: 'MUG-WHITE', price: '12.50' }], '2.00', {
    store_id: AIRPORT_ID,
    employee_id: 'EMP005',
  }),
  number: till.nextNumber(),
  payments,
});
const cash = { payment_method_id: 'cash', tendered_amount: '20.00' };

type Row = Record<string, string>;
async function files(): Promise<Record<string, Row[]>> {
  const day = (
    await query<{ day: string }>(
      shop,
      'select min(business_date)::text as day from shifts where terminal_id = $1',
      [till.terminal],
    )
  )[0]?.day;
  const reply = await shop.app.inject({
    url: `${STORE}dsfinvk/?from=${day}&to=${day}`,
    headers: { authorization: `Bearer ${await admin()}` },
  });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
  const names = unzipSync(new Uint8Array(reply.rawPayload));
  return Object.fromEntries(
    Object.entries(names).map(([name, bytes]) => [
      name,
      name.endsWith('.csv')
        ? (parse(strFromU8(bytes), { delimiter: ';', columns: true }) as Row[])
        : [{ text: strFromU8(bytes) }],
    ]),
  );
}
const amount = (text: string | undefined): number =>
  Math.round(Number(text?.replace(',', '.')) * 100);
const total = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + amount(row[column]), 0);

describe('a fiscal signer', () => {
  it('is off until a manager of the store chooses one', async () => {
    expect((await office('GET', STORE)).body).toEqual({ signer: 'off', signers: [] });
    await sync(till.write('drawer_open', { reason: 'Change' }, minutesAgo(90)));
    expect(await query(shop, 'select id from fiscal_signatures')).toEqual([]);
    const other = await shop.officeToken('manager');
    const refused = await shop.call('PUT', STORE, { token: other, body: { signer: 'software' } });
    expect(refused.status).toBe(404);
    const odd = await office('PUT', STORE, { signer: 'wax' });
    expect(odd.status).toBe(400);
    expect((await office('GET', STORE)).body.signer).toBe('off');
    expect((await office('PUT', STORE, { signer: 'software' })).body.signer).toBe('software');
  });

  it('signs each entry once; anybody can check the signatures, and an edit shows', async () => {
    const opened = till.write('shift_open', { opening_float: '100.00' }, minutesAgo(80));
    const sold = till.write('sale', mug([cash]), minutesAgo(70));
    const moved = till.write('cash_out', { amount: '5.00', reason: 'Cab' }, minutesAgo(60));
    expect((await sync(opened, sold, moved)).map(one => one.status)).toEqual(
      Array(3).fill('accepted'),
    );
    // Sent again after a lost answer.
    await sync(opened, sold, moved);
    const rows = await query<{
      number: number;
      counter: number;
      process_type: string;
      process_data: string;
      started_at: Date;
      finished_at: Date;
      serial: string;
      signature: string;
    }>(shop, 'select * from fiscal_signatures where terminal_id = $1 order by counter', [
      till.terminal,
    ]);
    expect(rows.map(row => [row.number, row.counter, row.process_type])).toEqual([
      [1, 1, 'SonstigerVorgang'],
      [2, 2, 'Kassenbeleg-V1'],
      [3, 3, 'SonstigerVorgang'],
    ]);
    expect(rows[1]?.process_data).toBe('Beleg^12.50_0.00_0.00_0.00_0.00^12.50:Bar');
    const { signers } = (await office('GET', STORE)).body;
    const key = createPublicKey({
      key: Buffer.from(signers[0].public_key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const isRight = (row: (typeof rows)[number]): boolean =>
      verify(
        'sha256',
        Buffer.from(
          [
            row.serial,
            row.number,
            row.counter,
            row.process_type,
            row.process_data,
            row.started_at.toISOString(),
            row.finished_at.toISOString(),
          ].join(';'),
        ),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(row.signature, 'base64'),
      );
    expect(rows.map(isRight)).toEqual([true, true, true]);
    const [, sale] = rows;
    expect(sale && isRight({ ...sale, process_data: 'Beleg^1.00^1.00:Bar' })).toBe(false);
  });

  it('signs nothing for an entry that is held', async () => {
    const before = [await booked(shop), await query(shop, 'select id from fiscal_signatures')];
    const wrong = { ...mug([cash]), total_amount: '1.00' };
    expect(await sync(till.write('sale', wrong, minutesAgo(55)))).toMatchObject([
      { status: 'held' },
    ]);
    expect([await booked(shop), await query(shop, 'select id from fiscal_signatures')]).toEqual(
      before,
    );
  });

  it('is on the receipt', async () => {
    const sale = (
      await query<{ id: string }>(shop, 'select id from transactions where terminal_id = $1', [
        till.terminal,
      ])
    )[0]?.id;
    const { text } = await office('GET', `/transactions/${sale}/receipt/?format=text`);
    expect(text).toContain('TSE-Transaktion 2, Signaturzähler 2');
    expect(text).toContain(`Beleg ${till.terminal}-000001`);
  });
});

describe('the DSFinV-K export', () => {
  it('adds up to the Z report, file by file', async () => {
    const slip = { payment_method_id: 'card', tendered_amount: '12.50', reference: '0042' };
    const second = till.write('sale', mug([slip]), minutesAgo(50));
    // 100.00 + 12.50 − 5.00 are in the drawer.
    const closed = till.write(
      'shift_close',
      { denominations: denominations({ '100.00': 1, '5.00': 1, '2.00': 1, '0.50': 1 }) },
      minutesAgo(40),
    );
    expect((await sync(second, closed)).map(one => one.status)).toEqual(['accepted', 'accepted']);
    const shifts = await office('GET', `/cash-management/shifts/?terminal=${till.terminal}`);
    const z = (await office('GET', `/cash-management/shifts/${shifts.body[0].id}/z-report/`)).body;
    expect(z).toMatchObject({ cash: { expected: '107.50', counted: '107.50' } });
    // The opening, two sales and the cab; the closing is signed after its report.
    expect(z.fiscal).toMatchObject({ count: 4, first: '1', last: '4' });
    const set = await files();
    expect(Object.keys(set).sort()).toEqual([
      'businesscases.csv',
      'cash_per_currency.csv',
      'cashpointclosing.csv',
      'cashregister.csv',
      'datapayment.csv',
      'index.xml',
      'itemamounts.csv',
      'lines.csv',
      'lines_vat.csv',
      'location.csv',
      'payment.csv',
      'references.csv',
      'subitems.csv',
      'transactions.csv',
      'transactions_tse.csv',
      'transactions_vat.csv',
      'tse.csv',
      'vat.csv',
    ]);
    const of = (name: string): Row[] => set[name] ?? [];
    // Two mugs with 2.00 of tax each, the float and the cab.
    expect(of('transactions.csv')).toHaveLength(4);
    const umsatz = of('businesscases.csv').filter(row => row.GV_TYP === 'Umsatz');
    expect(umsatz).toMatchObject([
      { UST_SCHLUESSEL: '1', Z_UMS_BRUTTO: '25,00', Z_UMS_NETTO: '21,00', Z_UST: '4,00' },
    ]);
    expect(total(umsatz, 'Z_UMS_BRUTTO')).toBe(amount(z.sales.amount));
    expect(total(umsatz, 'Z_UST')).toBe(
      z.taxes.reduce((sum: number, tax: { tax: string }) => sum + amount(tax.tax), 0),
    );
    expect(amount(of('cash_per_currency.csv')[0]?.ZAHLART_BETRAG_WAEH)).toBe(
      amount(z.cash.expected),
    );
    const { Z_SE_ZAHLUNGEN, Z_SE_BARZAHLUNGEN } = of('cashpointclosing.csv')[0] ?? {};
    expect([Z_SE_ZAHLUNGEN, Z_SE_BARZAHLUNGEN]).toEqual(['120,00', '107,50']);
    expect(total(of('lines_vat.csv'), 'POS_BRUTTO')).toBe(
      total(of('transactions.csv'), 'UMS_BRUTTO'),
    );
    expect(total(of('transactions_vat.csv'), 'BON_UST')).toBe(total(umsatz, 'Z_UST'));
    expect(total(of('datapayment.csv'), 'BASISWAEH_BETRAG')).toBe(
      total(of('payment.csv'), 'Z_ZAHLART_BETRAG'),
    );
    expect(of('transactions_tse.csv').map(row => row.TSE_TA_VORGANGSDATEN)).toEqual([
      'Beleg^12.50_0.00_0.00_0.00_0.00^12.50:Bar',
      `cash_out^${till.terminal}-4`,
      'Beleg^12.50_0.00_0.00_0.00_0.00^12.50:Unbar',
    ]);
    const index = of('index.xml')[0]?.text ?? '';
    for (const name of Object.keys(set).filter(file => file.endsWith('.csv'))) {
      expect(index).toContain(`<URL>${name}</URL>`);
    }
  });

  it('has a late sale in the closing that lists it, with its price, and a return with its receipt', async () => {
    const admins = { token: await admin(), body: { offline_return_limit: '50.00' } };
    expect((await shop.call('PATCH', '/stores/AIRPORT/', admins)).status).toBe(200);
    // Sold before the closing, and sent after it: 10.00 with 1.60 inside, 2.50 off.
    const late = till.write(
      'sale',
      {
        ...mug([{ ...cash, tendered_amount: '10.00' }]),
        ...{ tax_amount: '1.60', total_amount: '10.00', discount_amount: '2.50' },
        discounts: [{ line: 0, amount: '2.50', reason: 'Scratched' }],
      },
      minutesAgo(45),
    );
    const back = {
      transaction: `${till.terminal}-000001`,
      return_reason: 'defective',
      line_items: [{ line: 0, quantity: 1 }],
      ...{ refund_to: 'cash', refund_amount: '12.50' },
    };
    const pieces = denominations({ '20.00': 1, '10.00': 1, '5.00': 1, '2.00': 1, '0.50': 1 });
    const results = await sync(
      late,
      till.write('shift_open', { opening_float: '50.00' }, minutesAgo(35)),
      till.write('return', back, minutesAgo(30)),
      // 50.00 − 12.50; the late cash was counted in the first shift.
      till.write('shift_close', { denominations: pieces }, minutesAgo(20)),
    );
    expect(results).toMatchObject([
      { status: 'accepted', flags: ['late'] },
      ...Array(3).fill({ status: 'accepted' }),
    ]);
    const [sold] = await query<{ id: string; first: string; number: string }>(
      shop,
      `select l.transaction_id as id, t.id as first, t.transaction_number as number
       from late_sales l, transactions t where t.till_number = $1`,
      [`${till.terminal}-000001`],
    );
    // As signed by a device that the service has no more.
    await query(
      shop,
      `update fiscal_signatures set serial = 'DEVICE-7' where transaction_id = $1`,
      [sold?.id],
    );
    const set = await files();
    const [z1, z2] = (set['cashpointclosing.csv'] ?? []).map(row => row.Z_NR);
    const of = (name: string): Row[] => (set[name] ?? []).filter(row => row.Z_NR === z2);
    const bon = of('transactions.csv').find(row => row.BON_ID === sold?.id);
    expect(bon).toMatchObject({
      UMS_BRUTTO: '10,00',
      BON_NOTIZ: expect.stringMatching(/nachgereicht zu Z 1$/),
    });
    expect(
      of('itemamounts.csv').map(row => [row.TYP, row.PF_BRUTTO, row.PF_NETTO, row.PF_UST]),
    ).toEqual([
      ['base_amount', '12,50', '10,50', '2,00'],
      ['discount', '-2,50', '-2,10', '-0,40'],
    ]);
    expect(of('references.csv')).toMatchObject([
      {
        REF_TYP: 'Transaktion',
        REF_Z_KASSE_ID: till.terminal,
        REF_Z_NR: z1,
        REF_BON_ID: sold?.first,
      },
    ]);
    expect(set['subitems.csv']).toEqual([]);
    const gained = of('businesscases.csv').filter(row => row.GV_TYP === 'Umsatz');
    expect(total(gained, 'Z_UMS_BRUTTO')).toBe(1_000 - 1_250);
    expect(of('cash_per_currency.csv')).toMatchObject([{ ZAHLART_BETRAG_WAEH: '37,50' }]);
    expect(of('tse.csv').map(row => [row.TSE_ID, row.TSE_SERIAL?.length])).toEqual([
      ['1', 64],
      ['2', 8],
    ]);
    const signed = of('transactions_tse.csv');
    expect(signed.find(row => row.BON_ID === sold?.id)?.TSE_ID).toBe('2');
    expect(signed.find(row => row.BON_ID !== sold?.id)?.TSE_ID).toBe('1');
  });

  it('is for managers of the store, and for 92 days at most', async () => {
    const url = `${STORE}dsfinvk/?from=2026-01-01&to=2026-01-31`;
    const other = await shop.call('GET', url, { token: await shop.officeToken('manager') });
    expect(other.status).toBe(404);
    const cashier = await shop.call('GET', url, { token: await token() });
    expect(cashier.status).toBe(403);
    const long = await office('GET', `${STORE}dsfinvk/?from=2026-01-01&to=2026-12-31`);
    expect(long.status).toBe(400);
  });
});
