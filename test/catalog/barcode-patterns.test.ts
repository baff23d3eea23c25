import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import {
  checkDigitOf,
  goodsOnLabel,
  type LabelPattern,
  readLabel,
} from '../../src/platform/label-codes.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';

const PATTERNS = '/barcode-patterns/';
const WEIGHT: LabelPattern = {
  prefix: '28',
  item_start: 3,
  item_length: 5,
  value_start: 8,
  value_length: 5,
  value_kind: 'weight',
  decimals: 3,
};
const PRICE: LabelPattern = { ...WEIGHT, prefix: '29', value_kind: 'price', decimals: 2 };
const ean = (twelve: string): string => `${twelve}${checkDigitOf(twelve)}`;

let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken();
  const variants = [
    { sku: 'BRIE-KG', price: '29.90', unit: 'kg', barcode: '54321' },
    { sku: 'ROLL', price: '0.80', barcode: '11111' },
  ];
  const made = await call('POST', '/products/', { name: 'Brie', slug: 'brie', variants });
  expect(made.status).toBe(201);
});
afterAll(() => shop.close());

const call = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  token = manager,
) => shop.call(method, url, { token, body });
const scan = async (code: string, employee = 'EMP001') =>
  call('GET', `/products/by-barcode/${code}/`, undefined, await shop.tillToken(employee));

describe('a label', () => {
  it('has the check digit of EAN-13', () => {
    expect(checkDigitOf('400638133393')).toBe(1);
    expect(checkDigitOf('281234500432')).toBe(Number(ean('281234500432').at(-1)));
  });

  it('is read by the pattern of its prefix only', () => {
    const code = ean('285432100432');
    expect(readLabel(code, [WEIGHT, PRICE])).toEqual({
      itemCode: '54321',
      kind: 'weight',
      value: 432,
      decimals: 3,
    });
    expect(readLabel(code, [PRICE])).toBeUndefined();
    expect(readLabel('4006381333931', [WEIGHT])).toBeUndefined();
    expect(readLabel(code.slice(0, 12), [WEIGHT])).toBeUndefined();
    const wrong = `${code.slice(0, 12)}${(Number(code[12]) + 1) % 10}`;
    expect(readLabel(wrong, [WEIGHT])).toBe('WRONG_CHECK_DIGIT');
  });

  it('gives a quantity, and the printed price if it has one', () => {
    const label = (kind: 'weight' | 'price', value: number, decimals = 3) => ({
      itemCode: '1',
      kind,
      value,
      decimals,
    });
    expect(goodsOnLabel(label('weight', 432), 'kg', 1290)).toEqual({
      quantity: 432,
      printedMinor: null,
    });
    expect(goodsOnLabel(label('weight', 43, 2), 'kg', 1290)).toEqual({
      quantity: 430,
      printedMinor: null,
    });
    // 10.00 at 29.90 per kg are 334.448 g.
    expect(goodsOnLabel(label('price', 1000, 2), 'kg', 2990)).toEqual({
      quantity: 334,
      printedMinor: 1000,
    });
    expect(goodsOnLabel(label('price', 199, 2), 'piece', 80)).toEqual({
      quantity: 1,
      printedMinor: 199,
    });
    expect(goodsOnLabel(label('weight', 0), 'kg', 1290)).toBe('EMPTY_LABEL');
    expect(goodsOnLabel(label('weight', 5), 'piece', 1290)).toBe('PIECES_ONLY');
  });
});

describe('barcode patterns of a store', () => {
  it('are written by managers, read at tills, one for each prefix', async () => {
    const made = await call('POST', PATTERNS, { store: 'DOWNTOWN', ...WEIGHT });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ prefix: '28', value_kind: 'weight', decimals: 3 });
    const again = await call('POST', PATTERNS, { store: 'DOWNTOWN', ...WEIGHT, decimals: 2 });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    expect(Object.keys(again.body.errors)).toEqual(['prefix']);
    expect((await call('POST', PATTERNS, { store: 'DOWNTOWN', ...PRICE })).status).toBe(201);
    const till = await shop.tillToken('EMP001');
    expect((await call('POST', PATTERNS, { store: 'DOWNTOWN', ...PRICE }, till)).status).toBe(403);
    const list = await call('GET', PATTERNS, undefined, till);
    expect(list.body.map((one: { prefix: string }) => one.prefix)).toEqual(['28', '29']);
    const other = await shop.tillToken('EMP005');
    expect((await call('GET', PATTERNS, undefined, other)).body).toEqual([]);
    const foreign = await call('GET', `${PATTERNS}${made.body.id}/`, undefined, other);
    expect(foreign.status).toBe(404);
  });

  it.each([
    [{ prefix: '19' }, 'prefix'],
    [{ prefix: '2' }, 'prefix'],
    [{ item_length: 6 }, 'value_start'],
    [{ value_length: 6 }, 'value_length'],
    [{ item_start: 2 }, 'item_start'],
    [{ value_kind: 'volume' }, 'value_kind'],
    [{ value_kind: 'price', decimals: 3 }, 'decimals'],
    [{ store: 'NOWHERE' }, 'store'],
  ])('refuse %j', async (change, field) => {
    const body = { store: 'DOWNTOWN', ...WEIGHT, prefix: '27', ...change };
    const reply = await call('POST', PATTERNS, body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
  });

  it('let a till scan labels with a weight or a price inside', async () => {
    const weighed = await scan(ean('285432100432'));
    expect(weighed.body).toMatchObject({
      variant: { sku: 'BRIE-KG', unit: 'kg' },
      quantity: 0.432,
    });
    expect(weighed.body.printed_price).toBeUndefined();
    const priced = await scan(ean('295432101000'));
    expect(priced.body).toMatchObject({ quantity: 0.334, printed_price: '10.00' });
    const code = ean('285432100432');
    const wrong = await scan(`${code.slice(0, 12)}${(Number(code[12]) + 3) % 10}`);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'WRONG_CHECK_DIGIT']);
    expect(Object.keys(wrong.body.errors)).toEqual(['code']);
    expect((await scan(ean('285432100000'))).body.code).toBe('EMPTY_LABEL');
    expect((await scan(ean('281111100432'))).body.code).toBe('PIECES_ONLY');
    expect((await scan(ean('289999900432'))).status).toBe(404);
    // AIRPORT has no patterns.
    expect((await scan(code, 'EMP005')).status).toBe(404);
    const atDesk = `/products/by-barcode/${code}/`;
    expect((await call('GET', atDesk)).status).toBe(404);
    expect((await call('GET', `${atDesk}?store=DOWNTOWN`)).body.quantity).toBe(0.432);
  });

  it('price the goods of a label with the price list of the store', async () => {
    for (const pattern of [WEIGHT, PRICE]) {
      expect((await call('POST', PATTERNS, { store: 'AIRPORT', ...pattern })).status).toBe(201);
    }
    const atAirport = (code: string) => scan(ean(code), 'EMP005');
    // Brie costs 29.90 USD and has no price in euros yet.
    const unsold = await atAirport('295432101000');
    expect([unsold.status, unsold.body.code, Object.keys(unsold.body.errors)]).toEqual([
      400,
      'NOT_SOLD_HERE',
      ['code'],
    ]);
    for (const [min_quantity, amount] of [
      [1, '20.00'],
      [2, '15.00'],
    ]) {
      const body = { variant: 'BRIE-KG', price_list: 'EUR', min_quantity, amount };
      expect((await call('POST', '/prices/', body)).status).toBe(201);
    }
    expect((await atAirport('295432101000')).body).toMatchObject({
      quantity: 0.5,
      unit_price: '20.00',
      printed_price: '10.00',
    });
    // 50.00 at 20.00 are 2.5 kg, which cost 15.00 per kg: 3.333 kg.
    expect((await atAirport('295432105000')).body).toMatchObject({
      quantity: 3.333,
      unit_price: '15.00',
      printed_price: '50.00',
    });
    const weighed = (await atAirport('285432102500')).body;
    expect([weighed.quantity, weighed.unit_price]).toEqual([2.5, '15.00']);
    // DOWNTOWN keeps the variant's own price.
    expect((await scan(ean('295432101000'))).body).toMatchObject({
      quantity: 0.334,
      unit_price: '29.90',
    });
    const fromDesk = await call(
      'GET',
      `/products/by-barcode/${ean('295432101000')}/?store=AIRPORT`,
    );
    expect(fromDesk.body.quantity).toBe(0.5);
  });

  it('are changed and deleted', async () => {
    const [first] = (await call('GET', `${PATTERNS}?store=DOWNTOWN`)).body;
    const path = `${PATTERNS}${first.id}/`;
    expect((await call('PATCH', path, { decimals: 2 })).body.decimals).toBe(2);
    expect((await scan(ean('285432100432'))).body.quantity).toBe(4.32);
    expect((await call('PATCH', path, { prefix: '29' })).status).toBe(409);
    const changes = async () => {
      await shop.settleEvents();
      const rows = await statement<{ data: object }>(
        shop.platform.db,
        `select data from events where event = 'barcode_pattern.changed'`,
      );
      return rows.map(({ data }) => data);
    };
    const before = (await changes()).length;
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await scan(ean('285432100432'))).status).toBe(404);
    // Tills load the patterns again.
    expect((await changes()).slice(before)).toEqual([{ store_id: DOWNTOWN_ID }]);
  });
});
