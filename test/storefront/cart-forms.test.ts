import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AIRPORT_ID,
  contents,
  cookieIn,
  countRows,
  DOWNTOWN_ID,
  ORIGIN,
  openShop,
  type Shop,
} from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Sent = { cookie?: string; origin?: string | null };

const post = (action: 'add' | 'change', fields: Record<string, string>, sent: Sent = {}) =>
  shop.call('POST', `/app/shop/cart/${action}/`, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(sent.origin !== null && { origin: sent.origin ?? ORIGIN }),
      ...(sent.cookie && { cookie: `web_session=${sent.cookie}` }),
    },
    body: new URLSearchParams(fields).toString(),
  });

const add = (sku: string, quantity: string, sent: Sent = {}, storeId = DOWNTOWN_ID) =>
  post('add', { sku, quantity, store_id: storeId }, sent);

const cartOf = async (cookie: string): Promise<Record<string, number>> => {
  const { body } = await shop.call('GET', '/web-commerce/auth/session/', {
    headers: { cookie: `web_session=${cookie}` },
  });
  return contents(shop, body.cart_id);
};

describe('a form of the shop', () => {
  it('opens a visit with the first article and leads to the cart', async () => {
    const reply = await add('MUG-WHITE', '2');
    expect([reply.status, reply.headers.location]).toEqual([303, '/app/shop/cart']);
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    const cookie = cookieIn(reply);
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 2 });
    const more = await add('MUG-WHITE', '1', { cookie });
    expect(more.headers['set-cookie']).toBeUndefined();
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 3 });
  });

  it('takes the variant that was chosen in the list', async () => {
    const fields = { sku: 'TEE-BLACK-M', variant: 'TEE-BLACK-L', quantity: '1' };
    const reply = await post('add', { ...fields, store_id: DOWNTOWN_ID });
    expect(await cartOf(cookieIn(reply))).toEqual({ 'TEE-BLACK-L': 1 });
  });

  it('changes a quantity and removes an article', async () => {
    const cookie = cookieIn(await add('MUG-WHITE', '2'));
    await post('change', { sku: 'MUG-WHITE', quantity: '5' }, { cookie });
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 5 });
    await post('change', { sku: 'MUG-WHITE', remove: '1', quantity: '5' }, { cookie });
    expect(await cartOf(cookie)).toEqual({});
  });

  it.each([
    ['an unknown article', { sku: 'NOTHING', quantity: '1' }, 'UNKNOWN_SKU'],
    ['a quantity that is no number', { sku: 'MUG-WHITE', quantity: 'many' }, 'INVALID'],
    ['part of a piece', { sku: 'MUG-WHITE', quantity: '0.5' }, 'INVALID'],
    ['more than there is', { sku: 'MUG-WHITE', quantity: '999' }, 'INSUFFICIENT_STOCK'],
    ['another store', { sku: 'MUG-WHITE', quantity: '1', store_id: AIRPORT_ID }, 'STORE_MISMATCH'],
  ])('says why it refuses %s, and changes nothing', async (_why, fields, code) => {
    const cookie = cookieIn(await add('MUG-WHITE', '2'));
    const reply = await post('add', { store_id: DOWNTOWN_ID, ...fields }, { cookie });
    expect([reply.status, reply.headers.location]).toEqual([303, `/app/shop/cart?refused=${code}`]);
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 2 });
  });

  it('moves an empty cart to the store of the article', async () => {
    const cookie = cookieIn(await add('MUG-WHITE', '2'));
    await post('change', { sku: 'MUG-WHITE', remove: '1' }, { cookie });
    const reply = await add('MUG-WHITE', '1', { cookie }, AIRPORT_ID);
    expect([reply.status, reply.headers.location]).toEqual([303, '/app/shop/cart']);
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 1 });
    const back = await add('MUG-WHITE', '1', { cookie });
    expect(back.headers.location).toBe('/app/shop/cart?refused=STORE_MISMATCH');
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 1 });
  });

  it('opens no visit in a store that does not exist', async () => {
    const before = await countRows(shop, 'sessions');
    for (const storeId of ['', 'nowhere', '00000000-0000-4000-8000-0000000000ff']) {
      const reply = await add('MUG-WHITE', '1', {}, storeId);
      expect(reply.headers.location).toBe('/app/shop/cart?refused=UNKNOWN_STORE');
    }
    expect(await countRows(shop, 'sessions')).toBe(before);
  });

  it('of another site changes no cart and replaces no visit', async () => {
    const cookie = cookieIn(await add('MUG-WHITE', '2'));
    const before = await countRows(shop, 'sessions');
    for (const origin of ['https://evil.example', 'null']) {
      for (const sent of [{ origin, cookie }, { origin }]) {
        const reply = await add('MUG-WHITE', '1', sent);
        expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
        expect((await post('change', { sku: 'MUG-WHITE', remove: '1' }, sent)).status).toBe(403);
      }
    }
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 2 });
    // A program sends no Origin.
    expect((await add('MUG-WHITE', '1', { origin: null, cookie })).status).toBe(303);
    expect(await cartOf(cookie)).toEqual({ 'MUG-WHITE': 3 });
    expect(await countRows(shop, 'sessions')).toBe(before);
  });

  it('without a visit changes nothing', async () => {
    const reply = await post('change', { sku: 'MUG-WHITE', quantity: '3' });
    expect(reply.headers.location).toBe('/app/shop/cart?refused=CART_NOT_OWNED');
  });

  it('that is too long is refused', async () => {
    expect((await add('x'.repeat(5_000), '1')).status).toBe(413);
  });
});
