import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTills, type Tills } from '../shifts/support.js';
import { mug } from '../transactions/support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills();
  const { status } = await tills.shop.call('PATCH', '/stores/DOWNTOWN/', {
    token: await tills.shop.officeToken('admin'),
    body: { cash_rounding: '0.05' },
  });
  expect(status).toBe(200);
});
afterAll(() => tills.shop.close());

const manager = () => tills.shop.tillToken('EMP003');
const minorOf = (text: string): number => Math.round(Number(text.replace(',', '.')) * 100);

async function pay(sale: string, tendered: string): Promise<void> {
  const body = { payment_method_id: 'cash', tendered_amount: tendered };
  expect((await tills.counter.pay(sale, body, await manager())).status).toBe(202);
}

async function giveBackAsCredit(sale: string): Promise<void> {
  const token = await manager();
  const post = async (path: string, body?: object) => {
    const reply = await tills.shop.call('POST', `/returns/${path}`, { token, body });
    expect([200, 201]).toContain(reply.status);
    return reply.body;
  };
  const lines = await tills.counter.get(`/line-items/?transaction=${sale}`);
  const { id } = await post('', {
    transaction: sale,
    return_reason: 'defective',
    line_items: [{ original_line_item: lines.body[0].id, quantity: 1 }],
  });
  await post(`${id}/approve/`);
  await post(`${id}/receive/`);
  await post(`${id}/complete/`, { refund_to: 'store_credit' });
}

/** Counts what the drawer should hold, closes the shift and returns its Z report. */
async function close(id: string, dollars: number, nickels: number) {
  const token = await manager();
  await tills.count(id, { '1.00': dollars, '0.05': nickels }, token);
  expect((await tills.close(id, undefined, token)).status).toBe(200);
  return (await tills.read(`${id}/z-report/`, token)).body;
}

type Row = Record<string, string>;
async function exported(day: string): Promise<(file: string, z: number) => Row[]> {
  const { rawPayload, statusCode, body } = await tills.shop.app.inject({
    url: `/stores/DOWNTOWN/fiscal/dsfinvk/?from=${day}&to=${day}`,
    headers: { authorization: `Bearer ${await tills.shop.officeToken('admin')}` },
  });
  expect([statusCode, statusCode === 200 ? '' : body]).toEqual([200, '']);
  const files = unzipSync(new Uint8Array(rawPayload));
  return (file, z) => {
    const text = strFromU8(files[file] ?? new Uint8Array());
    const rows = parse(text, { delimiter: ';', columns: true }) as Row[];
    return rows.filter(row => row.Z_NR === String(z));
  };
}

it('adds up with cash rounding, a credit for a cash sale, instalments and a cancelled sale', async () => {
  const first = await tills.open('50.00', await manager());
  const sold = await tills.counter.ring();
  await pay(sold, '20.00');
  await giveBackAsCredit(sold);
  const [inParts, cancelled] = [await tills.counter.ring(), await tills.counter.ring(mug())];
  await pay(inParts, '5.00');
  await pay(cancelled, '5.00');
  // 50.00 + 13.55 + 5.00 + 5.00.
  const z1 = await close(first, 73, 11);

  const second = await tills.open('10.00', await manager());
  await pay(inParts, '10.00');
  expect((await tills.counter.voidSale(cancelled, {}, await manager())).status).toBe(200);
  // 10.00 + 8.55 − 5.00.
  const z2 = await close(second, 13, 11);
  expect([z1.cash.expected, z2.cash.expected]).toEqual(['73.55', '13.55']);

  const rows = await exported(z1.business_date);
  for (const z of [z1, z2]) {
    const [closing] = rows('cashpointclosing.csv', z.number);
    expect(minorOf(closing?.Z_SE_BARZAHLUNGEN ?? '')).toBe(minorOf(z.cash.expected));
    const paid = minorOf(closing?.Z_SE_ZAHLUNGEN ?? '');
    expect(paid).toBe(
      minorOf(z.cash.opening_float) +
        minorOf(z.sales.amount) +
        minorOf(z.rounding) -
        minorOf(z.refunds_total),
    );
    const gross = rows('lines_vat.csv', z.number).map(row => minorOf(row.POS_BRUTTO ?? ''));
    expect(gross.reduce((sum, one) => sum + one, 0)).toBe(paid);
  }
  const cases = (z: { number: number }) =>
    Object.fromEntries(
      rows('businesscases.csv', z.number).map(row => [
        row.GV_TYP,
        [row.Z_UMS_BRUTTO, row.Z_UST].join(' '),
      ]),
    );
  expect(cases(z1)).toEqual({
    Anfangsbestand: '50,00 0,00',
    Umsatz: '0,00 0,00',
    DifferenzSollIst: '0,02 0,00',
    Anzahlungseinstellung: '10,00 0,00',
  });
  expect(cases(z2)).toEqual({
    Anfangsbestand: '10,00 0,00',
    Umsatz: '13,53 1,03',
    DifferenzSollIst: '0,02 0,00',
    Anzahlungsaufloesung: '-10,00 0,00',
  });
  const ways = rows('payment.csv', z1.number).map(row => [row.ZAHLART_TYP, row.Z_ZAHLART_BETRAG]);
  expect(ways).toContainEqual(['Guthabenkarte', '-13,53']);
});
