import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log.js';
import {
  AIRPORT_ID,
  add,
  byCookie,
  byToken,
  cartPath,
  contents,
  DOWNTOWN_ID,
  inParallel,
  ORIGIN,
  openShop,
  openVisit,
  type Reply,
  readCart,
  type Shop,
  sessionOf,
  statusOf,
  tally,
  type Visit,
} from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const NOT_YOURS = { success: false, error: 'Cart does not belong to this session' };

const send = (method: string, visit: Visit, action: string, body?: unknown): Promise<Reply> =>
  shop.call(method, cartPath(visit.cartId, action), { headers: byToken(visit), body });

const variantOf = async (sku: string) =>
  shop.platform.db
    .selectFrom('product_variants')
    .selectAll()
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();

/** A product of one variant with stock at DOWNTOWN. */
async function stock(sku: string, onHand: number, price = '1.00'): Promise<string> {
  const { db } = shop.platform;
  const product = await db
    .insertInto('products')
    .values({ slug: sku.toLowerCase(), name: sku })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = newId();
  await db
    .insertInto('product_variants')
    .values({ id, product_id: product.id, sku, price })
    .execute();
  await db
    .insertInto('inventory_levels')
    .values({ id: newId(), store_id: DOWNTOWN_ID, variant_id: id, on_hand: onHand })
    .execute();
  return id;
}

describe('a cart', () => {
  it('is shown empty', async () => {
    const visit = await openVisit(shop);
    const reply = await readCart(shop, visit);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: visit.cartId,
      status: 'ACTIVE',
      store_id: DOWNTOWN_ID,
      currency: 'USD',
      line_items: [],
      subtotal: '0.00',
      estimated_tax: '0.00',
      estimated_total: '0.00',
      prices_include_tax: false,
      promo_code: null,
      active_promotions: [],
      promotion_savings: '0.00',
      free_shipping_active: false,
    });
  });

  it('prices its lines and charges no tax on exempt articles', async () => {
    const visit = await openVisit(shop);
    const reply = await add(shop, visit, 'MUG-WHITE', 2);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      message: 'Added to the cart.',
      cart: expect.objectContaining({ id: visit.cartId, subtotal: '25.00' }),
    });
    await add(shop, visit, 'TEE-BLACK-M', 1);
    const { body } = await add(shop, visit, 'BEANS-1KG', 1);
    expect(body.cart).toMatchObject({
      subtotal: '68.00',
      estimated_tax: '4.13',
      estimated_total: '72.13',
    });
    expect((await readCart(shop, visit)).body).toEqual(body.cart);
    expect(body.cart.line_items[0]).toEqual({
      sku: 'MUG-WHITE',
      name: 'White Mug',
      product_name: 'White Mug',
      variant_name: '',
      description: 'White Mug',
      quantity: 2,
      unit_price: '12.50',
      line_total: '25.00',
      available: expect.any(Number),
      promotion_discount: '0.00',
      effective_price: '12.50',
      applied_promotions: [],
      product_variant_id: (await variantOf('MUG-WHITE')).id,
      product_slug: 'white-mug',
      image_url: '',
      is_digital: false,
      minimum_age: null,
      requires_kyc: false,
    });
    expect(body.cart.line_items.map((line: { name: string }) => line.name)).toEqual([
      'White Mug',
      'Black Tee, Size M',
      'House Coffee Beans 1 kg',
    ]);
  });

  it('adds to existing quantities, changes, removes and clears lines', async () => {
    const visit = await openVisit(shop);
    await add(shop, visit, 'MUG-WHITE', 2);
    await add(shop, visit, 'MUG-BLACK', 1);
    const added = await add(shop, visit, 'MUG-WHITE', 3);
    expect(added.body.cart.line_items).toMatchObject([
      { sku: 'MUG-WHITE', quantity: 5, line_total: '62.50' },
      { sku: 'MUG-BLACK', quantity: 1 },
    ]);
    const changed = await send('PATCH', visit, 'update', { sku: 'MUG-WHITE', quantity: 1 });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual((await readCart(shop, visit)).body);
    expect(changed.body).toMatchObject({ id: visit.cartId, subtotal: '25.00' });
    const removed = await send('POST', visit, 'remove', { sku: 'MUG-WHITE' });
    expect(removed.status).toBe(200);
    expect(removed.body).toEqual((await readCart(shop, visit)).body);
    expect(removed.body.line_items).toMatchObject([{ sku: 'MUG-BLACK', quantity: 1 }]);
    expect((await send('POST', visit, 'remove', { sku: 'MUG-WHITE' })).body).toEqual(removed.body);
    const cleared = await send('POST', visit, 'clear');
    expect(cleared.status).toBe(200);
    expect(cleared.body).toEqual({ success: true, message: 'The cart is empty.' });
    expect(await contents(shop, visit.cartId)).toEqual({});
    expect((await readCart(shop, visit)).status).toBe(200);
  });

  it('shows the current price and stock', async () => {
    const visit = await openVisit(shop);
    const id = await stock('CHANGING', 5, '2.00');
    await add(shop, visit, 'CHANGING', 2);
    await shop.platform.db
      .updateTable('product_variants')
      .set({ price: '3.50' })
      .where('id', '=', id)
      .execute();
    await shop.platform.db
      .updateTable('inventory_levels')
      .set({ reserved: 4 })
      .where('variant_id', '=', id)
      .execute();
    expect((await readCart(shop, visit)).body.line_items).toMatchObject([
      { sku: 'CHANGING', unit_price: '3.50', line_total: '7.00', available: 1 },
    ]);
    await shop.platform.db
      .updateTable('product_variants')
      .set({ is_active: false })
      .where('id', '=', id)
      .execute();
    expect((await readCart(shop, visit)).body.line_items).toMatchObject([{ available: 0 }]);
  });
});

describe('what a cart refuses', () => {
  it('names the problem and leaves the cart unchanged', async () => {
    const visit = await openVisit(shop);
    await stock('OFF-SALE', 5);
    await add(shop, visit, 'OFF-SALE', 1);
    await add(shop, visit, 'POSTER-A2', 2);
    await shop.platform.db
      .updateTable('products')
      .set({ is_active: false })
      .where('slug', '=', 'off-sale')
      .execute();
    const before = (await readCart(shop, visit)).body;
    const airport = AIRPORT_ID;
    const cases: [method: string, action: string, body: unknown, status: number, code: string][] = [
      ['POST', 'add', { sku: 'NO-SUCH', quantity: 1 }, 400, 'UNKNOWN_SKU'],
      ['POST', 'add', { sku: 'OFF-SALE', quantity: 1 }, 400, 'PRODUCT_INACTIVE'],
      ['POST', 'add', { sku: 'POSTER-A2', quantity: 2 }, 400, 'INSUFFICIENT_STOCK'],
      ['POST', 'add', { sku: 'LAST-ONE', quantity: 2 }, 400, 'INSUFFICIENT_STOCK'],
      ['POST', 'add', { sku: 'MUG-WHITE', quantity: 1, store_id: airport }, 400, 'STORE_MISMATCH'],
      ['POST', 'add', { sku: 'MUG-WHITE', quantity: 0 }, 400, 'INVALID'],
      ['POST', 'add', { sku: 'MUG-WHITE', quantity: 1000 }, 400, 'INVALID'],
      ['POST', 'add', { sku: 'MUG-WHITE', quantity: '1' }, 400, 'INVALID'],
      ['POST', 'add', { sku: 'MUG-WHITE', quantity: 1.5 }, 400, 'INVALID'],
      ['POST', 'add', { quantity: 1 }, 400, 'INVALID'],
      ['POST', 'add', undefined, 400, 'INVALID'],
      ['PATCH', 'update', { sku: 'NO-SUCH', quantity: 1 }, 404, 'SKU_NOT_FOUND'],
      ['PATCH', 'update', { sku: 'MUG-WHITE', quantity: 1 }, 404, 'SKU_NOT_FOUND'],
      ['PATCH', 'update', { sku: 'OFF-SALE', quantity: 2 }, 400, 'PRODUCT_INACTIVE'],
      ['PATCH', 'update', { sku: 'POSTER-A2', quantity: 4 }, 400, 'INSUFFICIENT_STOCK'],
      ['PATCH', 'update', { sku: 'POSTER-A2', quantity: 0 }, 400, 'INVALID'],
      ['POST', 'remove', {}, 400, 'INVALID'],
    ];
    for (const [method, action, body, status, code] of cases) {
      const reply = await send(method, visit, action, body);
      expect([action, body, reply.status, reply.body.code]).toEqual([action, body, status, code]);
      expect(reply.body).toMatchObject({ success: false, error: expect.any(String) });
    }
    expect((await readCart(shop, visit)).body).toEqual(before);
  });

  it('reports the available stock and counts the quantity in the cart', async () => {
    const visit = await openVisit(shop);
    await add(shop, visit, 'POSTER-A2', 2);
    const reply = await add(shop, visit, 'POSTER-A2', 2);
    expect(reply.body).toEqual({
      success: false,
      error: 'There is not enough stock of POSTER-A2 (3 available).',
      code: 'INSUFFICIENT_STOCK',
      details: {
        shortages: [
          {
            variant_id: (await variantOf('POSTER-A2')).id,
            sku: 'POSTER-A2',
            requested: 4,
            available: 3,
          },
        ],
      },
    });
    expect((await add(shop, visit, 'POSTER-A2', 1)).status).toBe(200);
  });

  it('checks the stock of its own store', async () => {
    const visit = await openVisit(shop, AIRPORT_ID);
    const reply = await shop.call('POST', cartPath(visit.cartId, 'add'), {
      headers: byToken(visit),
      body: { sku: 'POSTER-A2', quantity: 20, store_id: AIRPORT_ID.toUpperCase() },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.cart).toMatchObject({ currency: 'EUR', estimated_tax: '31.90' });
  });

  it('stops at quantity 999 and at 100 articles, also under parallel requests', async () => {
    const visit = await openVisit(shop);
    await stock('PLENTY', 5_000);
    await add(shop, visit, 'PLENTY', 999);
    expect((await add(shop, visit, 'PLENTY', 1)).body).toMatchObject({ code: 'CART_LIMIT' });
    for (let n = 0; n < 104; n += 1) await stock(`MANY-${n}`, 1);
    for (let n = 0; n < 97; n += 1) await add(shop, visit, `MANY-${n}`, 1);
    const replies = await inParallel(7, n => add(shop, visit, `MANY-${97 + n}`, 1));
    expect(tally(replies)).toEqual({ 200: 2, 400: 5 });
    expect(replies.find(reply => reply.status === 400)?.body).toMatchObject({ code: 'CART_LIMIT' });
    expect(Object.keys(await contents(shop, visit.cartId))).toHaveLength(100);
    expect((await add(shop, visit, 'MANY-0', 1)).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
    });
    expect((await readCart(shop, visit)).body.line_items).toHaveLength(100);
  });
});

describe('promotions', () => {
  const offer = async (promotion: object, code?: string): Promise<string> => {
    const token = await shop.officeToken('admin');
    const made = await shop.call('POST', '/promotions/', {
      token,
      body: { requires_code: code !== undefined, ...promotion },
    });
    if (made.status !== 201) throw new Error(made.text);
    if (code === undefined) return made.body.id;
    const body = { code, promotion_id: made.body.id };
    const opened = await shop.call('POST', '/promo-codes/', { token, body });
    if (opened.status !== 201) throw new Error(opened.text);
    return made.body.id;
  };

  it('without a code are shown per line', async () => {
    const id = await offer({
      name: 'Buttons: two for one',
      kind: 'buy_x_get_y',
      buy_quantity: 1,
      get_quantity: 1,
      scope: { kind: 'variant', ids: [await stock('BUTTON', 10, '1.25')] },
    });
    const visit = await openVisit(shop);
    await add(shop, visit, 'MUG-WHITE', 1);
    const { cart } = (await add(shop, visit, 'BUTTON', 3)).body;
    const applied = { id, name: 'Buttons: two for one', code: null, amount: '1.25' };
    expect(cart).toMatchObject({
      subtotal: '16.25',
      promotion_savings: '1.25',
      estimated_tax: '1.24',
      estimated_total: '16.24',
      active_promotions: [applied],
      free_shipping_active: false,
      promo_code: null,
    });
    expect(cart.line_items).toMatchObject([
      { sku: 'MUG-WHITE', promotion_discount: '0.00', applied_promotions: [] },
      {
        sku: 'BUTTON',
        unit_price: '1.25',
        line_total: '3.75',
        promotion_discount: '1.25',
        effective_price: '0.83',
        applied_promotions: [applied],
      },
    ]);
    expect((await readCart(shop, visit)).body).toEqual(cart);
  });

  it('apply with a code in any letter case until it is removed or the cart is cleared', async () => {
    const id = await offer({ name: 'A tenth', kind: 'percentage', value: '10' }, 'TENTH');
    await offer({ name: 'Posted free', kind: 'free_shipping' }, 'POSTFREE');
    const visit = await openVisit(shop);
    const { cart: plain } = (await add(shop, visit, 'MUG-WHITE', 2)).body;
    const entered = await send('POST', visit, 'promo', { code: ' tenth ' });
    expect(entered.status).toBe(200);
    expect(entered.body).toMatchObject({
      promo_code: 'TENTH',
      subtotal: '25.00',
      promotion_savings: '2.50',
      estimated_tax: '1.86',
      estimated_total: '24.36',
      active_promotions: [{ id, name: 'A tenth', code: 'TENTH', amount: '2.50' }],
    });
    expect((await readCart(shop, visit)).body).toEqual(entered.body);
    const other = await send('POST', visit, 'promo', { code: 'POSTFREE' });
    expect(other.body).toMatchObject({
      promo_code: 'POSTFREE',
      promotion_savings: '0.00',
      free_shipping_active: true,
    });
    expect((await send('DELETE', visit, 'promo')).body).toEqual(plain);
    await send('POST', visit, 'promo', { code: 'TENTH' });
    await send('POST', visit, 'clear');
    expect((await readCart(shop, visit)).body.promo_code).toBeNull();
  });

  it('refuse an invalid code and leave the cart unchanged', async () => {
    await offer(
      { name: 'Over there', kind: 'fixed', value: '1', store_ids: [AIRPORT_ID] },
      'THERE',
    );
    const visit = await openVisit(shop);
    await add(shop, visit, 'MUG-WHITE', 1);
    const before = (await readCart(shop, visit)).body;
    for (const code of ['NO-SUCH-CODE', 'THERE']) {
      const reply = await send('POST', visit, 'promo', { code });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ success: false, code: 'PROMO_CODE_INVALID' });
    }
    for (const body of [{}, { code: '' }, { code: 7 }]) {
      expect((await send('POST', visit, 'promo', body)).status).toBe(400);
    }
    expect((await send('DELETE', visit, 'promo')).body).toEqual(before);
    expect((await readCart(shop, visit)).body).toEqual(before);
  });

  it('limit how often an address may try codes', async () => {
    const visit = await openVisit(shop);
    const { limits } = shop.platform;
    await limits.clearThrottle('promo-codes', '127.0.0.1');
    const guess = () => send('POST', visit, 'promo', { code: 'GUESS' });
    const replies = await inParallel(60, guess);
    expect(tally(replies)).toEqual({ 400: 60 });
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await limits.clearThrottle('promo-codes', '127.0.0.1');
  });

  it('are left out when they cannot be read, and the cart is still shown', async () => {
    const lines: string[] = [];
    const log = createLog('error', { write: line => lines.push(line) });
    const broken = await openShop({ log });
    try {
      const visit = await openVisit(broken);
      await broken.platform.db.schema.alterTable('promotions').renameTo('hidden').execute();
      const { status, body } = await add(broken, visit, 'MUG-WHITE', 2);
      expect(status).toBe(200);
      expect(body.cart).toMatchObject({
        subtotal: '25.00',
        promotion_savings: '0.00',
        estimated_total: '27.06',
      });
      expect(body.cart.line_items).toMatchObject([
        { promotion_discount: '0.00', effective_price: '12.50', applied_promotions: [] },
      ]);
      expect(lines.join('')).toContain('the cart is shown without promotions');
    } finally {
      await broken.close();
    }
  });
});

describe('parallel adds', () => {
  it('lose no quantity: fifty adds of two are a hundred', async () => {
    const visit = await openVisit(shop);
    await stock('SHARED', 500);
    await stock('BESIDE', 500);
    const replies = await inParallel(50, n => add(shop, visit, n % 2 ? 'SHARED' : 'BESIDE', 2));
    expect(tally(replies)).toEqual({ 200: 50 });
    expect(await contents(shop, visit.cartId)).toEqual({ BESIDE: 50, SHARED: 50 });
  });

  it('never exceed the stock', async () => {
    const visit = await openVisit(shop);
    await stock('FEW', 7);
    const replies = await inParallel(20, () => add(shop, visit, 'FEW', 2));
    expect(tally(replies)).toEqual({ 200: 3, 400: 17 });
    expect(await contents(shop, visit.cartId)).toEqual({ FEW: 6 });
  });
});

describe('cart ownership', () => {
  const actions: [method: string, action: string, body?: unknown][] = [
    ['GET', ''],
    ['POST', 'add', { sku: 'MUG-WHITE', quantity: 1 }],
    ['PATCH', 'update', { sku: 'MUG-WHITE', quantity: 5 }],
    ['POST', 'remove', { sku: 'MUG-WHITE' }],
    ['POST', 'clear'],
    ['POST', 'promo', { code: 'WELCOME10' }],
    ['DELETE', 'promo'],
    ['POST', 'add', { sku: 7 }],
    ['PATCH', 'update', {}],
  ];

  it('is checked first, and every foreign cart gets the same answer', async () => {
    const [own, foreign, finished] = [
      await openVisit(shop),
      await openVisit(shop),
      await openVisit(shop),
    ];
    for (const visit of [own, foreign]) await add(shop, visit, 'MUG-WHITE', 2);
    await shop.platform.db
      .updateTable('carts')
      .set({ status: 'CONVERTED', is_latest: false, session_id: await sessionOf(shop, own.cartId) })
      .where('id', '=', finished.cartId)
      .execute();
    const bad = { 'x-cart-session-token': 'bad' };
    const callers: [who: string, cartId: string, headers: Record<string, string>][] = [
      ['nobody', own.cartId, {}],
      ['a bad token', own.cartId, bad],
      ['the token of another', foreign.cartId, byToken(own)],
      ['the cookie of another', foreign.cartId, byCookie(own)],
      ['a finished cart', finished.cartId, byToken(own)],
      ['an unknown cart', '00000000-0000-4000-8000-00000000dead', byToken(own)],
      ['no cart id', 'nonsense', byToken(own)],
      ['a cart id with a prefix', `urn:uuid:${own.cartId}`, byToken(own)],
    ];
    for (const [method, action, body] of actions) {
      for (const [who, cartId, headers] of callers) {
        const reply = await shop.call(method, cartPath(cartId, action), { headers, body });
        expect([who, action, reply.status]).toEqual([who, action, 403]);
        expect(reply.body).toEqual({ ...NOT_YOURS, code: 'CART_NOT_OWNED' });
      }
    }
    expect(await contents(shop, own.cartId)).toEqual({ 'MUG-WHITE': 2 });
    expect(await contents(shop, foreign.cartId)).toEqual({ 'MUG-WHITE': 2 });
    expect(await statusOf(shop, finished.cartId)).toBe('CONVERTED');
  });

  it('is not proved by a cookie sent from another site, nor by a bad token alone', async () => {
    const visit = await openVisit(shop);
    await add(shop, visit, 'MUG-WHITE', 2);
    for (const [method, action, body] of actions.slice(1)) {
      for (const [headers, code] of [
        [{ ...byCookie(visit, null), 'sec-fetch-site': 'cross-site' }, 'CROSS_SITE_REQUEST'],
        [byCookie(visit, 'https://evil.test'), 'CROSS_SITE_REQUEST'],
        [byCookie(visit, 'null'), 'CROSS_SITE_REQUEST'],
        [{ 'x-cart-session-token': 'bad' }, 'CART_NOT_OWNED'],
      ] as const) {
        const reply = await shop.call(method, cartPath(visit.cartId, action), { headers, body });
        expect(reply.status).toBe(403);
        expect(reply.body).toEqual({ ...NOT_YOURS, code });
      }
    }
    expect(await contents(shop, visit.cartId)).toEqual({ 'MUG-WHITE': 2 });
  });

  it('is proved by the cookie next to a bad token, also for changes', async () => {
    const visit = await openVisit(shop);
    for (const headers of [
      byCookie(visit, null),
      { ...byCookie(visit), 'x-cart-session-token': 'bad' },
      { ...byCookie(visit, null), 'x-cart-session-token': 'bad' },
    ]) {
      const body = { sku: 'MUG-WHITE', quantity: 1 };
      const added = await shop.call('POST', cartPath(visit.cartId, 'add'), { headers, body });
      expect(added.status).toBe(200);
    }
    expect(await contents(shop, visit.cartId)).toEqual({ 'MUG-WHITE': 3 });
  });

  it('is proved by the cookie when reading, also next to a bad token', async () => {
    const visit = await openVisit(shop);
    for (const headers of [
      byCookie(visit, null),
      byCookie(visit, 'https://evil.test'),
      { ...byCookie(visit, null), 'x-cart-session-token': 'bad' },
    ]) {
      expect((await shop.call('GET', cartPath(visit.cartId), { headers })).status).toBe(200);
    }
  });

  it('follows the token when token and cookie are of different visits', async () => {
    const [a, b] = [await openVisit(shop), await openVisit(shop)];
    const both = { ...byCookie(b), ...byToken(a) };
    expect((await shop.call('GET', cartPath(a.cartId), { headers: both })).status).toBe(200);
    expect((await shop.call('GET', cartPath(b.cartId), { headers: both })).status).toBe(403);
  });

  it('lets the owner see validation errors of the body', async () => {
    const visit = await openVisit(shop);
    const reply = await send('POST', visit, 'add', { quantity: 'two' });
    expect(reply.status).toBe(400);
    expect(reply.body.details).toEqual({
      sku: ['This field is required.'],
      quantity: ['Must be a quantity above 0 up to 9999 with at most three decimals.'],
    });
    const upper = { ...visit, cartId: visit.cartId.toUpperCase() };
    expect((await send('POST', upper, 'add', {})).status).toBe(400);
    expect((await send('POST', upper, 'add', { sku: 'MUG-WHITE', quantity: 1 })).status).toBe(200);
  });

  it('of a customer is proved by the login cookie only', async () => {
    const visit = await openVisit(shop);
    const login = await shop.call('POST', '/auth/login/', {
      body: { username: 'shopper@example.com', password: 'shopper-demo' },
      headers: byCookie(visit),
    });
    const path = cartPath(visit.cartId);
    expect((await shop.call('GET', path, { token: login.body.access })).status).toBe(403);
    expect((await shop.call('GET', path, { headers: byToken(visit) })).status).toBe(403);
    const cookie = String([login.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    expect((await shop.call('GET', path, { headers: { cookie } })).status).toBe(200);
    const reply = await shop.call('POST', cartPath(visit.cartId, 'add'), {
      headers: { cookie, origin: ORIGIN },
      body: { sku: 'MUG-WHITE', quantity: 1 },
    });
    expect(reply.status).toBe(200);
  });
});
