import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../../src/domains/people/index.js';
import { newId } from '../../src/platform/ids.js';
import {
  AIRPORT,
  campaign,
  DOWNTOWN,
  eventsAbout,
  localManager,
  MUG,
  openPromotions,
  promoCode,
  promotion,
  refused,
  rowsOf,
  type Shop,
  TEE,
  use,
} from './support.js';

const NOW = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openPromotions({ clock: { now: () => NOW } });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const VALIDATE = '/promo-codes/validate/';
const post = (body: object) => shop.call('POST', '/promo-codes/', { token: manager, body });
const read = (code: string, token = manager) =>
  shop.call('GET', `/promo-codes/${code}/`, { token });
const patch = (code: string, body: object) =>
  shop.call('PATCH', `/promo-codes/${code}/`, { token: manager, body });

describe('a promo code', () => {
  it('is found by its text in any case', async () => {
    const { id: promotionId } = await promotion(shop, { requires_code: true, name: 'Hello' });
    const reply = await post({ code: 'hello-10', promotion_id: promotionId, usage_limit: 5 });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code: 'HELLO-10',
      promotion_id: promotionId,
      promotion_name: 'Hello',
      usage_limit: 5,
      per_customer_limit: null,
      used_count: 0,
      remaining_uses: 5,
      is_active: true,
      starts_at: null,
      ends_at: null,
      sanity_id: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    for (const typed of ['HELLO-10', 'hello-10', 'Hello-10']) {
      expect((await read(typed)).body).toEqual(reply.body);
    }
    expect(await eventsAbout(shop, reply.body.id)).toEqual(['promo_code.saved']);
    expect((await read('HELLO-11')).status).toBe(404);
  });

  it('is unique in any case', async () => {
    const { code, promotion_id } = await promoCode(shop);
    const reply = await refused(shop, () => post({ code: code.toLowerCase(), promotion_id }), 409);
    expect(reply.body).toMatchObject({ code: 'DUPLICATE', errors: { code: expect.any(Array) } });
  });

  it.each([
    ['with spaces', { code: 'TWO WORDS' }, 'code'],
    ['that equals a path', { code: 'validate' }, 'code'],
    [
      'without a promotion',
      { promotion_id: '00000000-0000-4000-8000-00000000ffff' },
      'promotion_id',
    ],
    ['with a usage limit of zero', { usage_limit: 0 }, 'usage_limit'],
    [
      'that ends before it starts',
      { starts_at: '2030-02-01T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' },
      'ends_at',
    ],
  ])('refuses one %s', async (_, fields, field) => {
    const { id } = await promotion(shop, { requires_code: true });
    const reply = await refused(
      shop,
      () => post({ code: 'FINE', promotion_id: id, ...fields }),
      400,
    );
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('is refused for an automatic promotion', async () => {
    const { id } = await promotion(shop);
    const reply = await refused(shop, () => post({ code: 'USELESS', promotion_id: id }), 400);
    expect(reply.body.errors).toHaveProperty('promotion_id');
  });

  it('keeps its redemptions: no lower limit, no deletion', async () => {
    const { code } = await promoCode(shop, { usage_limit: 5 });
    await use(shop, code);
    await use(shop, code);
    expect((await read(code)).body).toMatchObject({ used_count: 2, remaining_uses: 3 });
    await refused(shop, () => patch(code, { usage_limit: 1 }), 400);
    expect((await patch(code, { usage_limit: 2 })).body.remaining_uses).toBe(0);
    const remove = () => shop.call('DELETE', `/promo-codes/${code}/`, { token: manager });
    expect((await refused(shop, remove, 409)).body.code).toBe('IN_USE');
  });

  it('is deleted while it is unused, and renamed', async () => {
    const { code } = await promoCode(shop);
    expect((await patch(code, { code: 'renamed', is_active: false })).body).toMatchObject({
      code: 'RENAMED',
      is_active: false,
    });
    expect((await read(code)).status).toBe(404);
    const remove = await shop.call('DELETE', '/promo-codes/renamed/', { token: manager });
    expect(remove.status).toBe(204);
    expect((await read('RENAMED')).status).toBe(404);
  });

  it('is read by cashiers, changed by managers, and hidden with its promotion', async () => {
    const cashier = await shop.tillToken();
    const { code } = await promoCode(shop);
    expect((await read(code, cashier)).status).toBe(200);
    const write = (token: string) =>
      shop.call('PATCH', `/promo-codes/${code}/`, { token, body: { is_active: false } });
    await refused(shop, () => write(cashier), 403);
    const local = await localManager(shop);
    await refused(shop, () => write(local), 403);
    const foreign = await promoCode(shop, {}, { store_ids: [AIRPORT] });
    expect((await read(foreign.code, local)).status).toBe(404);
    const list = await shop.call('GET', '/promo-codes/?limit=200', { token: local });
    const seen = list.body.map((row: { code: string }) => row.code);
    expect(seen).toContain(code);
    expect(seen).not.toContain(foreign.code);
    expect(seen).toEqual([...seen].sort());
  });
});

describe('validating a code', () => {
  beforeEach(() => shop.platform.limits.clearThrottle('promo-codes', '127.0.0.1'));

  const ask = (body: object) => shop.call('POST', VALIDATE, { body });
  const worth = async (code: string, fields: object = {}) =>
    (await ask({ code, store_id: 'DOWNTOWN', subtotal: '80.00', ...fields })).body;
  const invalid = (code: string, reason = 'not_valid') => ({
    valid: false,
    code,
    discount_amount: '0.00',
    free_shipping: false,
    reason,
  });

  it('needs no login, accepts any case and uses nothing up', async () => {
    const { code } = await promoCode(shop, { usage_limit: 1 });
    const before = await rowsOf(shop, 'promo_codes', 'promo_code_usages');
    for (const typed of [code, code.toLowerCase(), ` ${code} `]) {
      expect(await worth(typed)).toEqual({
        valid: true,
        code,
        discount_amount: '8.00',
        free_shipping: false,
        reason: null,
      });
    }
    expect(await rowsOf(shop, 'promo_codes', 'promo_code_usages')).toEqual(before);
  });

  it('answers the same for unknown, expired, used up, disabled codes and codes of another store', async () => {
    const cases = [
      { code: 'NEVER-MADE' },
      await promoCode(shop, { ends_at: NOW.toISOString() }),
      await promoCode(shop, { starts_at: '2030-05-06T12:00:01Z' }),
      await promoCode(shop, { is_active: false }),
      await promoCode(shop, {}, { is_active: false }),
      await promoCode(shop, {}, { store_ids: [AIRPORT] }),
      await promoCode(shop, {}, { campaign_id: (await campaign(shop)).id }),
    ];
    const used = await promoCode(shop, { usage_limit: 1 });
    await use(shop, used.code);
    for (const { code } of [...cases, used]) expect(await worth(code)).toEqual(invalid(code));
  });

  it('applies minimums, caps and fixed amounts', async () => {
    const minimum = await promoCode(shop, {}, { minimum_subtotal: '80.01' });
    expect(await worth(minimum.code)).toEqual(invalid(minimum.code, 'minimum_not_reached'));
    expect(await worth(minimum.code, { subtotal: 80.01 })).toMatchObject({
      discount_amount: '8.00',
    });
    const capped = await promoCode(shop, {}, { maximum_discount: '3.00' });
    expect(await worth(capped.code)).toMatchObject({ valid: true, discount_amount: '3.00' });
    const fixed = await promoCode(shop, {}, { kind: 'fixed', value: '100.00' });
    expect(await worth(fixed.code)).toMatchObject({ valid: true, discount_amount: '80.00' });
    expect(await worth(fixed.code, { subtotal: 0 })).toEqual(
      invalid(fixed.code, 'nothing_eligible'),
    );
    const free = await promoCode(shop, {}, { kind: 'free_shipping', value: 0 });
    expect(await worth(free.code)).toMatchObject({
      valid: true,
      discount_amount: '0.00',
      free_shipping: true,
    });
    const goods = await promoCode(shop, {}, { scope: { kind: 'product', ids: ['1'] } });
    expect(await worth(goods.code)).toMatchObject({
      valid: true,
      discount_amount: '0.00',
      reason: 'depends_on_items',
    });
  });

  it('needs the store and either a subtotal or a cart', async () => {
    const wrong: [body: object, fields: string[]][] = [
      [{ code: 'X', store_id: 'DOWNTOWN' }, ['subtotal', 'cart_id']],
      [{ code: 'X', store_id: 'DOWNTOWN', subtotal: 1, cart_id: newId() }, ['subtotal', 'cart_id']],
      [{ code: 'X', subtotal: 1 }, ['store_id']],
      [{ code: 'X', store_id: 'NOWHERE', subtotal: 1 }, ['store_id']],
      [{ store_id: 'DOWNTOWN', subtotal: '1.0055' }, ['code', 'subtotal']],
    ];
    for (const [body, fields] of wrong) {
      const reply = await ask(body);
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.body.errors).sort()).toEqual([...fields].sort());
    }
  });

  describe('for a cart', () => {
    beforeEach(() =>
      shop.platform.db
        .updateTable('promotions')
        .set({ is_active: false })
        .where('requires_code', '=', false)
        .execute(),
    );

    /** A guest's cart with three mugs at 12.50 and a tee at 25.00. */
    async function cart(storeId = DOWNTOWN, status = 'ACTIVE'): Promise<string> {
      const { db } = shop.platform;
      const [sessionId, cartId] = [newId(), newId()];
      await db
        .insertInto('sessions')
        .values({
          id: sessionId,
          kind: 'web',
          store_id: storeId,
          cart_token_hash: hashToken(`token of ${cartId}`),
          expires_at: new Date('2031-01-01'),
        })
        .execute();
      const variants = await db
        .selectFrom('product_variants')
        .select(['id', 'sku'])
        .where('sku', 'in', [MUG, TEE])
        .execute();
      await db
        .insertInto('carts')
        .values({
          id: cartId,
          session_id: sessionId,
          store_id: storeId,
          status,
          variant_ids: variants.map(({ id }) => id),
          quantities: variants.map(({ sku }) => (sku === MUG ? 3 : 1)),
        })
        .execute();
      return cartId;
    }
    /** Asked by the guest whose cart it is, unless told otherwise. */
    const inCart = async (code: string, cartId: string, ownCartId = cartId) => {
      const headers = { 'x-cart-session-token': `token of ${ownCartId}` };
      return (await shop.call('POST', VALIDATE, { body: { code, cart_id: cartId }, headers })).body;
    };

    it('uses catalogue prices in the store of the cart', async () => {
      const cartId = await cart();
      const order = await promoCode(shop);
      expect(await inCart(order.code, cartId)).toMatchObject({ discount_amount: '6.25' });
      const mugs = await promoCode(shop, {}, { scope: { kind: 'product', ids: ['1'] } });
      expect(await inCart(mugs.code, cartId)).toMatchObject({ discount_amount: '3.75' });
      const elsewhere = await promoCode(shop, {}, { store_ids: [AIRPORT] });
      expect(await inCart(elsewhere.code, cartId)).toEqual(invalid(elsewhere.code));
      expect(await inCart(elsewhere.code, await cart(AIRPORT))).toMatchObject({ valid: true });
    });

    it('saves nothing after an exclusive promotion', async () => {
      const cartId = await cart();
      const { code } = await promoCode(shop);
      await promotion(shop, { priority: 5, scope: { kind: 'product', ids: ['1'] } });
      expect(await inCart(code, cartId)).toMatchObject({ valid: true, discount_amount: '2.50' });
      await promotion(shop, { priority: 4 });
      expect(await inCart(code, cartId)).toEqual(invalid(code, 'nothing_eligible'));
    });

    it('answers the same for the cart of another guest and for an unknown one', async () => {
      const cartId = await cart();
      const { code } = await promoCode(shop, {}, { store_ids: [DOWNTOWN] });
      expect(await inCart(code, cartId)).toMatchObject({ valid: true, discount_amount: '6.25' });
      const unknown = (await ask({ code, cart_id: newId() })).body;
      expect(unknown).toEqual(invalid(code));
      expect(await inCart(code, cartId, await cart())).toEqual(unknown);
      expect((await ask({ code, cart_id: cartId })).body).toEqual(unknown);
    });

    it('answers the same for deleted and unknown carts', async () => {
      const { code } = await promoCode(shop);
      const nothing = invalid(code, 'nothing_eligible');
      expect(await inCart(code, newId())).toEqual(nothing);
      expect(await inCart(code, await cart(DOWNTOWN, 'ABANDONED'))).toEqual(nothing);
    });
  });

  it('limits the rate of attempts', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) {
      statuses.push((await ask({ code: `GUESS${n}`, store_id: 'DOWNTOWN', subtotal: 1 })).status);
    }
    expect(statuses.slice(0, 60).every(status => status === 200)).toBe(true);
    expect(statuses[60]).toBe(429);
    const blocked = await ask({ code: 'X', store_id: 'DOWNTOWN', subtotal: 1 });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
  });
});
