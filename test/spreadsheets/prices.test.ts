import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveList } from '../../src/domains/prices/lists/save-list.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { waitingForLocks } from '../support/locks.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const { send, look, runJob, bring, exported } = spreadsheetsOf(() => shop);

const HEADING = 'sku,price_list,min_quantity,amount,valid_from';
const NO_LIST = 'There is no such price list.';

/** All prices as the database has them. */
const stored = () =>
  statement<object>(
    shop.platform.db,
    `select price.*, version from prices price, reference_version order by price.id`,
  );

const pricesOf = async (sku: string, list: string) => {
  const path = `/prices/?variant=${sku}&price_list=${list}`;
  const { body } = await shop.call('GET', path, { token: await shop.officeToken() });
  return body
    .map((price: Record<string, unknown>) => [price.min_quantity, price.amount, price.valid_from])
    .sort();
};

describe('a file of prices', () => {
  const FILE = [
    HEADING,
    'MUG-WHITE,EUR,,13.10,',
    'MUG-WHITE,EUR,10,11.5,',
    'MUG-WHITE,EUR,10,11.00,2031-01-01T00:00:00+01:00',
    'MUG-BLACK,CHF,2.500, 12.90 ,',
    'MUG-WHITE,EUR,10.000,12.00,',
    'NO-SUCH,NO-LIST,0,-1,tomorrow',
    'MUG-WHITE,EUR,3,1.234,',
    'MUG-WHITE,EUR,4,"12,50",',
    'MUG-WHITE,,1,9.00,',
    'MUG-WHITE,EUR,5,,',
    'MUG-WHITE,EUR',
  ].join('\n');

  it('can be checked without changing anything', async () => {
    const before = await stored();
    const tried = await bring('prices', FILE, '?dry_run=true');
    expect(tried).toMatchObject({
      kind: 'prices',
      status: 'completed',
      dry_run: true,
      rows: 11,
      created: 3,
      updated: 1,
      unchanged: 0,
      refused: 7,
    });
    expect(await stored()).toEqual(before);
  });

  it('writes prices that are right, and says what is wrong with the others', async () => {
    const done = await bring('prices', FILE);
    expect(done).toMatchObject({ status: 'completed', created: 3, updated: 1, refused: 7 });
    const refused = (row: number, key: string, errors: object) => ({
      row,
      key,
      action: 'refused',
      errors,
      kept: null,
    });
    expect(done.report).toEqual([
      { row: 2, key: 'EUR MUG-WHITE 1', action: 'updated', errors: {}, kept: null },
      { row: 3, key: 'EUR MUG-WHITE 10', action: 'created', errors: {}, kept: null },
      {
        row: 4,
        key: 'EUR MUG-WHITE 10 2030-12-31T23:00:00.000Z',
        action: 'created',
        errors: {},
        kept: null,
      },
      { row: 5, key: 'CHF MUG-BLACK 2.5', action: 'created', errors: {}, kept: null },
      refused(6, 'EUR MUG-WHITE 10', { row: ['Row 3 has the same key.'] }),
      refused(7, 'NO-LIST NO-SUCH 1', {
        min_quantity: ['Must be more than 0, with at most three decimals.'],
        valid_from: ['Must be a date and time such as 2026-12-31T00:00:00+01:00.'],
      }),
      refused(8, 'EUR MUG-WHITE 3', {
        amount: ['This is no amount in EUR: too many decimals.'],
      }),
      refused(9, 'EUR MUG-WHITE 4', { amount: ['Must be an amount such as 12.50.'] }),
      refused(10, ' MUG-WHITE 1', { price_list: [NO_LIST] }),
      refused(11, 'EUR MUG-WHITE 5', { amount: ['Must be an amount such as 12.50.'] }),
      refused(12, '  1', { row: ['The row has 2 cells, the heading has 5.'] }),
    ]);
    expect(await pricesOf('MUG-WHITE', 'EUR')).toEqual([
      [1, '13.10', null],
      [10, '11.00', '2030-12-31T23:00:00.000Z'],
      [10, '11.50', null],
    ]);
    expect(await pricesOf('MUG-BLACK', 'CHF')).toContainEqual([2.5, '12.90', null]);
    const { body: mug } = await shop.call('GET', '/product-variants/MUG-WHITE/', {
      token: await shop.officeToken(),
    });
    expect(mug.price).toBe('12.50');
  });

  it('changes nothing the second time, not even the version that tills compare', async () => {
    const before = await stored();
    const again = await bring('prices', FILE);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 4, refused: 7 });
    expect(await stored()).toEqual(before);
  });

  it('names every unknown article, list and amount of a row at once', async () => {
    const { report } = await bring('prices', 'sku,price_list,amount\nNO-SUCH,NO-LIST,-1\n');
    expect(report[0].errors).toEqual({
      sku: ['There is no such product variant.'],
      price_list: [NO_LIST],
      amount: ['Must not be negative.'],
    });
  });

  it('is read back as it was written', async () => {
    const file = await exported('prices');
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="prices.csv"',
    });
    const [heading, ...rows] = file.text.trimEnd().split('\n');
    expect(heading).toBe(HEADING);
    expect(rows.filter(row => row.startsWith('MUG-WHITE,EUR,'))).toEqual([
      'MUG-WHITE,EUR,1,13.10,',
      'MUG-WHITE,EUR,10,11.50,',
      'MUG-WHITE,EUR,10,11.00,2030-12-31T23:00:00.000Z',
    ]);
    const [count] = await statement<{ n: number }>(
      shop.platform.db,
      'select count(*)::int as n from prices',
    );
    expect(rows).toHaveLength(count?.n ?? -1);
    const before = await stored();
    const back = await bring('prices', file.text);
    expect(back).toMatchObject({ created: 0, updated: 0, refused: 0, unchanged: rows.length });
    expect(await stored()).toEqual(before);
  });

  it('has the filters of the list', async () => {
    const lines = async (query: string) =>
      (await exported('prices', undefined, query)).text.trimEnd().split('\n').slice(1);
    const mugs = await lines('?price_list=EUR&variant=MUG-WHITE');
    expect(mugs.map(line => line.split(',').slice(0, 2).join())).toEqual(
      Array(3).fill('MUG-WHITE,EUR'),
    );
    const zurich = await lines('?store=ZURICH');
    expect(new Set(zurich.map(line => line.split(',')[1]))).toEqual(new Set(['CHF']));
    expect(zurich.length).toBeGreaterThan(30);
    expect(await lines('?store=DOWNTOWN')).toEqual([]);
    expect(await lines('?variant=NO-SUCH')).toEqual([]);
    expect((await exported('prices', undefined, '?store=NOWHERE')).status).toBe(400);
    expect((await exported('prices', undefined, '?sku=MUG-WHITE')).body).toMatchObject({
      code: 'UNKNOWN_PARAMETER',
    });
  });

  it('is imported by those who set prices for the chain, and read by staff', async () => {
    const csv = 'sku,price_list,amount\nMUG-WHITE,EUR,1.00\n';
    const admin = await shop.officeToken('admin');
    const person = { username: 'oneshop', password: 'a-manager-of-one-shop' };
    const hired = await shop.call('POST', '/users/', {
      token: admin,
      body: { ...person, role: 'manager', employee_number: 'EMP088', store_ids: [DOWNTOWN_ID] },
    });
    expect(hired.status).toBe(201);
    const { body } = await shop.call('POST', '/auth/login/', { body: person });
    const before = await stored();
    expect((await send('prices', csv, '', body.access)).status).toBe(403);
    expect((await send('prices', csv, '', await shop.tillToken())).status).toBe(403);
    expect((await shop.call('GET', '/prices/export/')).status).toBe(401);
    expect((await exported('prices', body.access)).status).toBe(200);
    const elsewhere = await exported('prices', body.access, '?store=AIRPORT');
    expect(elsewhere.status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  it('refuses unknown columns and files without the needed ones', async () => {
    for (const heading of ['sku,price_list', 'sku,price_list,amount,cost']) {
      const reply = await send('prices', `${heading}\n`);
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['heading']]);
    }
  });

  it('never writes an amount that the list no longer takes', async () => {
    const token = await shop.officeToken('admin');
    const make = async (path: string, body: object) => {
      const reply = await shop.call('POST', path, { token, body });
      expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
      return reply.body;
    };
    const zone = { time_zone: 'Asia/Tokyo', currency: 'JPY' };
    await make('/stores/', { code: 'TOKYO', name: 'Tokyo', ...zone });
    const { id } = await make('/price-lists/', {
      code: 'TURNS',
      name: 'Turns',
      currency: 'EUR',
      priority: 40,
    });
    const started = await send('prices', 'sku,price_list,amount\nMUG-WHITE,TURNS,9.50\n');
    let job: Promise<void> = Promise.resolve();
    await atomically(shop.platform.db, async tx => {
      await saveList(tx, id, { currency: 'JPY' });
      job = runJob(started.body.id);
      await expect.poll(() => waitingForLocks(shop.platform.db), soon).toBe(1);
    });
    await job;
    expect((await look(started.body.id)).body.report).toMatchObject([
      { errors: { amount: ['This is no amount in JPY: too many decimals.'] } },
    ]);
    expect(await pricesOf('MUG-WHITE', 'TURNS')).toEqual([]);
  });
});
