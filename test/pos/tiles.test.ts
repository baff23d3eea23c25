import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID, ZURICH_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let admin: string;
let ids: number[];
beforeAll(async () => {
  shop = await openShop({ background: false });
  admin = await shop.officeToken('admin');
  const rows = await statement<{ id: number }>(
    shop.platform.db,
    'select id from products order by id limit 3',
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => shop.close());

const AT = '/till-tiles/DOWNTOWN/';
const read = async (token = admin) => (await shop.call('GET', AT, { token })).body;
const write = (body: object, token = admin, headers = {}) =>
  shop.call('PUT', AT, { token, body, headers });

describe('the tiles of a store', () => {
  it('are empty at first', async () => {
    expect(await read()).toEqual({
      store_id: DOWNTOWN_ID,
      favourites: [],
      pages: [],
      products: [],
      updated_at: null,
    });
  });

  it('are arranged by a manager at a till and read by every till of the store', async () => {
    const [first, second, third] = ids;
    const tiles = {
      favourites: [third, first],
      pages: [{ name: 'Breakfast', product_ids: [second, third] }],
    };
    const saved = await write(tiles, await shop.tillToken('EMP003'));
    expect(saved.status).toBe(200);
    const products = await statement<{ id: number; name: string }>(
      shop.platform.db,
      'select id, name from products where id = any($1::int[]) order by id',
      [ids],
    );
    expect(await read(await shop.tillToken('EMP001'))).toMatchObject({ ...tiles, products });
    await shop.settleEvents();
    const [event] = await statement<{ store_id: string; data: object }>(
      shop.platform.db,
      `select store_id, data from events where event = 'tiles.saved'`,
    );
    expect(event).toEqual({ store_id: DOWNTOWN_ID, data: { store_id: DOWNTOWN_ID } });
  });

  it('are not changed by a cashier, nor by a manager of another store', async () => {
    const before = await read();
    const empty = { favourites: [], pages: [] };
    expect((await write(empty, await shop.tillToken('EMP001'))).status).toBe(403);
    const person = {
      first_name: 'Ada',
      last_name: 'Airport',
      role: 'manager',
      employee_number: 'EMP077',
      pin_code: '7070',
      store_ids: [AIRPORT_ID],
    };
    expect((await shop.call('POST', '/users/', { token: admin, body: person })).status).toBe(201);
    const login = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id: 'EMP077', pin_code: '7070', store_id: 'AIRPORT', terminal_id: 'T-177' },
    });
    const { token } = login.body;
    expect((await write(empty, token)).status).toBe(404);
    expect((await shop.call('GET', AT, { token })).status).toBe(404);
    expect(await read()).toEqual(before);
  });

  it.each([
    ['an unknown product', () => ({ favourites: [2_000_000], pages: [] }), 'favourites'],
    [
      'two pages of one name',
      () => ({
        favourites: [],
        pages: ['Tea', ' Tea '].map(name => ({ name, product_ids: [] })),
      }),
      'pages.1.name',
    ],
    [
      'a page without a name',
      () => ({ favourites: [], pages: [{ name: ' ', product_ids: [] }] }),
      'pages.0.name',
    ],
    ['a product twice', () => ({ favourites: [ids[0], ids[0]], pages: [] }), 'favourites'],
  ])('with %s are refused', async (_, body, field) => {
    const before = await read();
    const refused = await write(body());
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
    expect(await read()).toEqual(before);
  });

  it('of two managers do not overwrite each other', async () => {
    const { headers } = await shop.call('GET', AT, { token: admin });
    const first = { favourites: [ids[0]], pages: [] };
    const ifMatch = { 'if-match': String(headers.etag) };
    expect((await write(first, admin, ifMatch)).status).toBe(200);
    const late = await write({ favourites: [ids[1]], pages: [] }, admin, ifMatch);
    expect([late.status, late.body.code]).toEqual([412, 'CHANGED']);
    expect((await read()).favourites).toEqual([ids[0]]);
  });

  it('leave out a product that was deleted', async () => {
    const made = await shop.call('POST', '/products/', {
      token: admin,
      body: { name: 'Short-lived', slug: 'short-lived' },
    });
    expect(made.status).toBe(201);
    await write({ favourites: [made.body.id, ids[0]], pages: [] });
    const gone = await shop.call('DELETE', `/products/${made.body.id}/`, { token: admin });
    expect(gone.status).toBe(204);
    expect((await read()).favourites).toEqual([ids[0]]);
  });
});

describe('the stock on the tiles of a till', () => {
  const stock = async (token: string, ...variants: string[]) =>
    shop.call('GET', `/pos/stock/?variant_ids=${variants.join(',')}`, { token });
  const variantOf = async (sku: string): Promise<string> => {
    const [row] = await statement<{ id: string }>(
      shop.platform.db,
      'select id from product_variants where sku = $1',
      [sku],
    );
    return row?.id ?? '';
  };

  it('is that of its own store', async () => {
    const mug = await variantOf('MUG-WHITE');
    const levels = await statement<{ store_id: string; available: number }>(
      shop.platform.db,
      'select store_id, on_hand - reserved as available from inventory_levels where variant_id = $1',
      [mug],
    );
    const at = (store: string) => levels.find(({ store_id }) => store_id === store)?.available;
    const downtown = await stock(await shop.tillToken('EMP001'), mug);
    expect(downtown.body).toEqual([{ variant_id: mug, available: at(DOWNTOWN_ID) }]);
    const airport = await stock(await shop.tillToken('EMP005'), mug);
    expect(airport.body).toEqual([{ variant_id: mug, available: at(AIRPORT_ID) }]);
  });

  it('is in the unit of goods by weight, and absent for unknown variants', async () => {
    const [row] = await statement<{ id: string; available: number }>(
      shop.platform.db,
      `select v.id, l.on_hand - l.reserved as available from inventory_levels l
       join product_variants v on v.id = l.variant_id
       where v.sku = 'GRUYERE-KG' and l.store_id = $1`,
      [ZURICH_ID],
    );
    const nobody = '00000000-0000-4000-8000-00000000dead';
    const { body } = await stock(await shop.tillToken('EMP006'), row?.id ?? '', nobody);
    expect(body).toEqual([{ variant_id: row?.id, available: (row?.available ?? 0) / 1000 }]);
  });

  it('is for tills only, and for at most 100 variants', async () => {
    const mug = await variantOf('MUG-WHITE');
    expect((await stock(admin, mug)).status).toBe(403);
    const token = await shop.tillToken('EMP001');
    expect((await stock(token, 'MUG-WHITE')).status).toBe(400);
    expect((await stock(token, ...Array(101).fill(mug))).status).toBe(400);
    expect((await stock(token, ...Array(100).fill(mug))).status).toBe(200);
  });
});
