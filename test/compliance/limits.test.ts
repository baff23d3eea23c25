import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkPurchaseLimits,
  compliance,
  customerKeyOf,
  releaseAllowance,
  takeAllowance,
} from '../../src/domains/compliance/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';
import { AIRPORT, DOWNTOWN, type Guest, guest, variantOf } from './support.js';

const PATH = '/compliance/purchase-limits/';
const START = new Date('2027-03-04T12:00:00Z');
const HOUR = 3_600_000;
let now = START;
let shop: Shop;
let mug: Awaited<ReturnType<typeof variantOf>>;
let poster: Awaited<ReturnType<typeof variantOf>>;
let token: string;

beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  mug = await variantOf(shop, 'MUG-WHITE');
  poster = await variantOf(shop, 'POSTER-A2');
  token = await shop.officeToken();
});
afterAll(() => shop.close());
beforeEach(async () => {
  now = START;
  await statement(shop.platform.db, 'delete from purchase_limits');
  await statement(shop.platform.db, 'delete from limited_purchases');
});

const limits = () =>
  statement<Record<string, unknown>>(
    shop.platform.db,
    'select id, name, store_id, max_quantity, period, is_active from purchase_limits order by id',
  );

async function setLimit(fields: object): Promise<string> {
  const body = { name: 'A limit', max_quantity: 2, period: 'day', ...fields };
  const reply = await shop.call('POST', PATH, { token, body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
}

const ANN = customerKeyOf({ userId: newId() });
const basket = (quantity: number, options: object = {}) => ({
  storeId: DOWNTOWN,
  customerKey: ANN,
  lines: [{ variantId: mug.id, quantity }],
  ...options,
});
const broken = async (wanted: ReturnType<typeof basket>): Promise<string[]> =>
  (await checkPurchaseLimits(shop.platform.db, wanted, now)).map(use => use.id);
const buy = (wanted: ReturnType<typeof basket>, saleId = newId()) =>
  atomically(shop.platform.db, tx => takeAllowance(tx, saleId, wanted, now));

describe('a purchase limit', () => {
  it('per sale adds up the lines of that sale', async () => {
    const id = await setLimit({ variant_id: mug.id, period: 'transaction' });
    expect(await broken(basket(2))).toEqual([]);
    expect(await broken(basket(3))).toEqual([id]);
    const twice = [
      { variantId: mug.id, quantity: 1 },
      { variantId: mug.id, quantity: 2 },
    ];
    expect(await broken(basket(0, { lines: twice, customerKey: null }))).toEqual([id]);
    await buy(basket(2));
    expect(await broken(basket(2))).toEqual([]);
  });

  it("per day counts the customer's purchases of the last 24 hours", async () => {
    const id = await setLimit({ variant_id: mug.id });
    expect(await buy(basket(1))).toEqual([]);
    expect(await broken(basket(1))).toEqual([]);
    expect(await broken(basket(2))).toEqual([id]);
    expect(await broken(basket(2, { customerKey: 'user:somebody-else' }))).toEqual([]);
    expect(await broken(basket(2, { customerKey: null }))).toEqual([]);
    now = new Date(START.getTime() + 24 * HOUR - 1);
    expect(await broken(basket(2))).toEqual([id]);
    now = new Date(START.getTime() + 24 * HOUR);
    expect(await broken(basket(2))).toEqual([]);
  });

  it.each([
    ['week', 7],
    ['month', 30],
  ])('per %s counts the last %d days', async (period, days) => {
    const id = await setLimit({ variant_id: mug.id, period });
    await buy(basket(2));
    now = new Date(START.getTime() + days * 24 * HOUR - 1);
    expect(await broken(basket(1))).toEqual([id]);
    now = new Date(START.getTime() + days * 24 * HOUR);
    expect(await broken(basket(1))).toEqual([]);
  });

  it('covers a variant, a product, a category or everything, at one store or all', async () => {
    const product = await setLimit({ product_id: mug.product_id, max_quantity: 4 });
    const category = await setLimit({ category_id: mug.category_id, max_quantity: 3 });
    const everything = await setLimit({ everything: true, max_quantity: 5 });
    const elsewhere = await setLimit({ everything: true, store: 'AIRPORT', max_quantity: 0 });
    await setLimit({ everything: true, max_quantity: 0, is_active: false });
    const of = async (quantity: number, options: object = {}) =>
      (await broken(basket(quantity, options))).sort();
    expect(await of(3)).toEqual([]);
    expect(await of(4)).toEqual([category]);
    expect(await of(5)).toEqual([product, category].sort());
    expect(await of(6)).toEqual([product, category, everything].sort());
    expect(await of(1, { lines: [{ variantId: poster.id, quantity: 5 }] })).toEqual([]);
    expect(await of(1, { lines: [{ variantId: poster.id, quantity: 6 }] })).toEqual([everything]);
    expect(await of(1, { storeId: AIRPORT })).toEqual([elsewhere]);
  });

  it('counts a sale once, and releases it when it is voided', async () => {
    const id = await setLimit({ variant_id: mug.id });
    const sale = newId();
    expect(await buy(basket(2), sale)).toEqual([]);
    expect(await buy(basket(2), sale)).toEqual([]);
    expect((await buy(basket(1))).map(use => use.id)).toEqual([id]);
    await atomically(shop.platform.db, tx => releaseAllowance(tx, sale));
    expect(await buy(basket(2))).toEqual([]);
  });

  it('holds for 50 concurrent purchases', async () => {
    await setLimit({ variant_id: mug.id, max_quantity: 7 });
    const refused = await Promise.all(Array.from({ length: 50 }, () => buy(basket(1))));
    expect(refused.filter(limit => limit.length === 0)).toHaveLength(7);
    const [sum] = await statement<{ n: number }>(
      shop.platform.db,
      'select sum(quantity)::int as n from limited_purchases',
    );
    expect(sum?.n).toBe(7);
  });

  it('stores nothing for unlimited goods, nor beyond the longest period', async () => {
    await setLimit({ variant_id: mug.id });
    await buy(basket(1, { lines: [{ variantId: poster.id, quantity: 9 }] }));
    await buy(basket(1));
    const count = async () =>
      (await statement(shop.platform.db, 'select 1 from limited_purchases')).length;
    expect(await count()).toBe(1);
    now = new Date(START.getTime() + 32 * 24 * HOUR);
    await compliance.jobs?.[0]?.run(shop.platform, {});
    expect(await count()).toBe(0);
  });

  it('counts by person, else by mail address, else by visit', () => {
    expect(customerKeyOf({ userId: 'u', email: 'a@b.c', sessionId: 's' })).toBe('user:u');
    const mail = customerKeyOf({ email: ' Ann@Example.com', sessionId: 's' });
    expect(mail).toMatch(/^email:[0-9a-f]{64}$/);
    expect(customerKeyOf({ email: 'ann@example.com' })).toBe(mail);
    expect(customerKeyOf({ userId: null, sessionId: 's' })).toBe('session:s');
    expect(customerKeyOf({})).toBe(null);
  });
});

describe("a shopper's remaining allowance", () => {
  async function cartOf({ sessionId }: Guest, quantity: number): Promise<string> {
    const id = newId();
    const { db } = shop.platform;
    await statement(
      db,
      `insert into carts (id, session_id, store_id, variant_ids, quantities)
       values ($1, $2, $3, array[$4::uuid], array[$5::integer])`,
      [id, sessionId, DOWNTOWN, mug.id, quantity],
    );
    return id;
  }

  it('is shown with and without the cart', async () => {
    const id = await setLimit({ name: 'Mugs', variant_id: mug.id, max_quantity: 3 });
    const visitor = await guest(shop);
    const { headers } = visitor;
    await buy(basket(1, { customerKey: customerKeyOf({ sessionId: visitor.sessionId }) }));
    const limit = {
      id,
      name: 'Mugs',
      store: null,
      variant_id: mug.id,
      product_id: null,
      category_id: null,
      everything: false,
      max_quantity: 3,
      period: 'day',
      purchased: 1,
    };
    const bare = await shop.call('GET', `${PATH}status/?store_id=DOWNTOWN`, { headers });
    expect([bare.status, bare.body]).toEqual([
      200,
      {
        store_id: DOWNTOWN,
        cart_id: null,
        allowed: true,
        limits: [{ ...limit, in_cart: 0, remaining: 2, exceeded: false }],
      },
    ]);
    const cart = await cartOf(visitor, 3);
    const full = await shop.call('GET', `${PATH}status/?store_id=${DOWNTOWN}&cart_id=${cart}`, {
      headers,
    });
    expect(full.body).toEqual({
      store_id: DOWNTOWN,
      cart_id: cart,
      allowed: false,
      limits: [{ ...limit, in_cart: 3, remaining: 0, exceeded: true }],
    });
  });

  it('is shown to its owner only, and for existing variants only', async () => {
    const owner = await guest(shop);
    const { headers } = await guest(shop);
    const cart = await cartOf(owner, 1);
    const ask = (query: string, sent = headers) =>
      shop.call('GET', `${PATH}status/?${query}`, { headers: sent });
    const foreign = await ask(`store_id=DOWNTOWN&cart_id=${cart}`);
    const unknown = await ask(`store_id=DOWNTOWN&cart_id=${newId()}`);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await ask('store_id=NOWHERE')).status).toBe(400);
    expect((await ask('cart_id=x')).body.errors).toMatchObject({
      store_id: expect.anything(),
      cart_id: expect.anything(),
    });
    expect((await shop.call('GET', `${PATH}status/?store_id=DOWNTOWN`)).status).toBe(401);
  });
});

describe('managing limits', () => {
  it('creates, reads, lists, changes and ends them', async () => {
    const id = await setLimit({ name: 'Mugs', variant_id: mug.id, store: 'DOWNTOWN' });
    const path = `${PATH}${id}/`;
    const read = await shop.call('GET', path, { token });
    expect(read.body).toEqual({
      id,
      name: 'Mugs',
      store: DOWNTOWN,
      variant_id: mug.id,
      product_id: null,
      category_id: null,
      everything: false,
      max_quantity: 2,
      period: 'day',
      is_active: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const patched = await shop.call('PATCH', path, { token, body: { max_quantity: 9 } });
    expect(patched.body).toMatchObject({ max_quantity: 9, store: DOWNTOWN, variant_id: mug.id });
    const put = { name: 'All', everything: true, max_quantity: 1, period: 'week' };
    expect((await shop.call('PUT', path, { token, body: put })).body).toMatchObject({
      ...put,
      store: null,
      variant_id: null,
    });
    await setLimit({ name: 'Zebra', everything: true });
    const first = await shop.call('GET', `${PATH}?limit=1`, { token });
    expect(first.body.map((limit: { name: string }) => limit.name)).toEqual(['All']);
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await shop.call('GET', next, { token });
    expect(second.body.map((limit: { name: string }) => limit.name)).toEqual(['Zebra']);
    expect((await shop.call('DELETE', path, { token })).status).toBe(204);
    expect((await shop.call('GET', path, { token })).status).toBe(404);
  });

  it('names every invalid field', async () => {
    const good = { name: 'x', variant_id: mug.id, max_quantity: 1, period: 'day' };
    const none = { variant_id: null };
    const odd: [object, string][] = [
      [{ max_quantity: -1 }, 'max_quantity'],
      [{ max_quantity: 1.5 }, 'max_quantity'],
      [{ period: 'year' }, 'period'],
      [{ name: '' }, 'name'],
      [{ store: 'NOWHERE' }, 'store'],
      [{ variant_id: newId() }, 'variant_id'],
      [{ ...none, product_id: 999_999 }, 'product_id'],
      [{ ...none, category_id: newId() }, 'category_id'],
      [{ ...none }, 'everything'],
      [{ ...none, product: mug.product_id }, 'everything'],
      [{ everything: true }, 'everything'],
      [{ variant_id: mug.id, product_id: mug.product_id }, 'variant_id'],
    ];
    for (const [fields, field] of odd) {
      const reply = await shop.call('POST', PATH, { token, body: { ...good, ...fields } });
      expect([fields, reply.status, Object.keys(reply.body.errors)]).toEqual([
        fields,
        400,
        [field],
      ]);
    }
    expect(await limits()).toEqual([]);
  });

  it('says so if it is on everything, and never becomes one by a change', async () => {
    const body = { name: 'x', sku: 'MUG-WHITE', max_quantity: 1, period: 'day' };
    const misspelt = await shop.call('POST', PATH, { token, body });
    expect([misspelt.status, misspelt.body.code, misspelt.body.errors.everything]).toEqual([
      400,
      'LIMIT_WITHOUT_TARGET',
      ['Name a variant_id, product_id or category_id, or set everything to true.'],
    ]);
    expect(await limits()).toEqual([]);
    const id = await setLimit({ variant_id: mug.id });
    const patch = (change: object) => shop.call('PATCH', `${PATH}${id}/`, { token, body: change });
    expect((await patch({ variant_id: null })).body.code).toBe('LIMIT_WITHOUT_TARGET');
    const put = { name: 'x', max_quantity: 1, period: 'day' };
    const written = await shop.call('PUT', `${PATH}${id}/`, { token, body: put });
    expect(written.body.code).toBe('LIMIT_WITHOUT_TARGET');
    expect((await patch({ max_quantity: 3 })).body).toMatchObject({ variant_id: mug.id });
    const all = await patch({ variant_id: null, everything: true });
    expect(all.body).toMatchObject({ variant_id: null, everything: true });
    const one = await patch({ variant_id: mug.id });
    expect(one.body).toMatchObject({ variant_id: mug.id, everything: false });
  });

  it('is for managers, and chain-wide limits for managers of all stores', async () => {
    const everywhere = await setLimit({ name: 'Everywhere', everything: true });
    const airport = await setLimit({ name: 'Airport', everything: true, store: 'AIRPORT' });
    const before = await limits();
    const cashier = await shop.tillToken();
    expect((await shop.call('GET', PATH, { token: cashier })).status).toBe(403);
    expect((await shop.call('GET', PATH)).status).toBe(401);
    // A manager at a till sees that till's store only.
    const atTill = await shop.tillToken('EMP003');
    const list = await shop.call('GET', PATH, { token: atTill });
    expect(list.body.map((limit: { id: string }) => limit.id)).toEqual([everywhere]);
    const body = { max_quantity: 0 };
    const change = (id: string) => shop.call('PATCH', `${PATH}${id}/`, { token: atTill, body });
    expect((await change(airport)).status).toBe(404);
    expect((await change(everywhere)).status).toBe(403);
    expect((await shop.call('DELETE', `${PATH}${everywhere}/`, { token: atTill })).status).toBe(
      403,
    );
    const wide = { name: 'x', everything: true, max_quantity: 1, period: 'day' };
    expect((await shop.call('POST', PATH, { token: atTill, body: wide })).status).toBe(403);
    const foreign = { ...wide, store: 'AIRPORT' };
    expect((await shop.call('POST', PATH, { token: atTill, body: foreign })).status).toBe(400);
    expect(await limits()).toEqual(before);
  });
});
