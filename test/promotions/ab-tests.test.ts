import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compareTallies, variantFor } from '../../src/domains/promotions/ab-tests/rules.js';
import { newId } from '../../src/platform/ids.js';
import {
  created,
  DOWNTOWN,
  eventsAbout,
  openPromotions,
  promotion,
  refused,
  type Shop,
} from './support.js';

const NOW = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openPromotions({ clock: { now: () => NOW } });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());
beforeEach(() => shop.platform.limits.clearThrottle('ab-tests', '127.0.0.1'));

const VARIANTS = [{ name: 'control' }, { name: 'treatment' }];
const abTest = (fields: object = {}) =>
  created(shop, '/ab-tests/', { name: 'Banner', status: 'running', variants: VARIANTS, ...fields });
const patch = (id: string, body: object, token = manager) =>
  shop.call('PATCH', `/ab-tests/${id}/`, { token, body });
const read = async (id: string) =>
  (await shop.call('GET', `/ab-tests/${id}/`, { token: manager })).body;
const ROUTES: Record<string, string> = {
  impression: 'record-impression',
  conversion: 'record-conversion',
};
const record = (id: string, kind: string, variant: string, subject: string) =>
  shop.call('POST', `/ab-tests/${id}/${ROUTES[kind]}/`, {
    body: { variant, subject_key: subject },
  });

describe('an A/B test', () => {
  it('has variants with weights, and empty results at first', async () => {
    const made = await abTest({
      status: 'draft',
      variants: [{ name: 'control', weight: 3 }, { name: 'treatment' }],
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Banner',
      description: '',
      status: 'draft',
      variants: [
        { name: 'control', weight: 3 },
        { name: 'treatment', weight: 1 },
      ],
      campaign_id: null,
      started_at: null,
      ended_at: null,
      sanity_id: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const nothing = {
      impressions: 0,
      conversions: 0,
      conversion_rate: 0,
      revenue: '0.00',
      revenue_by_currency: [],
    };
    expect(await read(made.id)).toEqual({
      ...made,
      results: {
        confidence: 0.95,
        baseline: 'control',
        currency: null,
        impressions: 0,
        conversions: 0,
        variants: [
          { name: 'control', ...nothing, comparison: null },
          { name: 'treatment', ...nothing, comparison: null },
        ],
      },
    });
    expect(await eventsAbout(shop, made.id)).toEqual(['ab_test.saved']);
  });

  it('runs, pauses, and ends for good', async () => {
    const { id } = await abTest({ status: 'draft' });
    expect((await patch(id, { status: 'running' })).body.started_at).toBe(NOW.toISOString());
    expect((await patch(id, { status: 'paused' })).body.status).toBe('paused');
    await patch(id, { status: 'running' });
    expect((await patch(id, { status: 'completed' })).body.ended_at).toBe(NOW.toISOString());
    await refused(shop, () => patch(id, { status: 'running' }), 409);
  });

  it('keeps its variants once it has run', async () => {
    const { id } = await abTest();
    const variants = [{ name: 'control' }, { name: 'other' }];
    await refused(shop, () => patch(id, { variants }), 409);
    expect((await patch(id, { variants: VARIANTS, name: 'Same' })).status).toBe(200);
    const draft = await abTest({ status: 'draft' });
    expect((await patch(draft.id, { variants })).status).toBe(200);
  });

  it.each([
    ['a single variant', { variants: [{ name: 'control' }] }, 'variants'],
    ['two variants of one name', { variants: [{ name: 'a' }, { name: 'a' }] }, 'variants'],
    [
      'a weight of zero',
      { variants: [{ name: 'a', weight: 0 }, { name: 'b' }] },
      'variants.0.weight',
    ],
    ['an unknown campaign', { campaign_id: newId() }, 'campaign_id'],
  ])('refuses %s', async (_, fields, field) => {
    const reply = await refused(
      shop,
      () =>
        shop.call('POST', '/ab-tests/', {
          token: manager,
          body: { name: 'X', variants: VARIANTS, ...fields },
        }),
      400,
    );
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('is changed by managers, and deleted only without participants', async () => {
    const { id } = await abTest();
    const cashier = await shop.tillToken();
    await refused(shop, () => patch(id, { name: 'Mine' }, cashier), 403);
    const remove = () => shop.call('DELETE', `/ab-tests/${id}/`, { token: manager });
    await record(id, 'impression', 'control', 'somebody');
    await refused(shop, remove, 409);
    await shop.platform.db.deleteFrom('ab_subjects').where('test_id', '=', id).execute();
    expect((await remove()).status).toBe(204);
    const list = await shop.call('GET', '/ab-tests/?status=running', { token: cashier });
    expect(list.body.map((row: { id: string }) => row.id)).not.toContain(id);
  });
});

describe('recording', () => {
  it('counts each subject once, without a login', async () => {
    const { id } = await abTest();
    const first = await record(id, 'impression', 'treatment', 'ann');
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ test_id: id, variant: 'treatment', recorded: true });
    expect((await record(id, 'impression', 'treatment', 'ann')).body.recorded).toBe(false);
    expect((await record(id, 'conversion', 'treatment', 'ann')).body.recorded).toBe(true);
    expect((await record(id, 'conversion', 'treatment', 'ann')).body.recorded).toBe(false);
    expect((await read(id)).results).toMatchObject({ impressions: 1, conversions: 1 });
  });

  it('keeps a subject in its first variant', async () => {
    const { id } = await abTest();
    await record(id, 'impression', 'control', 'bob');
    expect((await record(id, 'impression', 'treatment', 'bob')).body.recorded).toBe(false);
    expect((await record(id, 'conversion', 'treatment', 'bob')).body.recorded).toBe(false);
    expect((await read(id)).results.variants).toMatchObject([
      { name: 'control', impressions: 1, conversions: 0 },
      { name: 'treatment', impressions: 0, conversions: 0 },
    ]);
  });

  it('counts a conversion without an impression as both', async () => {
    const { id } = await abTest();
    await record(id, 'conversion', 'control', 'cho');
    expect((await read(id)).results).toMatchObject({ impressions: 1, conversions: 1 });
  });

  it('counts one of 50 concurrent conversions', async () => {
    const { id } = await abTest();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => record(id, 'conversion', 'control', 'dot')),
    );
    expect(replies.filter(reply => reply.body.recorded)).toHaveLength(1);
    expect((await read(id)).results.conversions).toBe(1);
  });

  it('refuses unknown tests and variants, and tests that do not run', async () => {
    const { id } = await abTest();
    await refused(shop, () => record(id, 'impression', 'third', 'eve'), 400);
    await refused(shop, () => record(id, 'impression', 'control', ''), 400);
    await refused(shop, () => record(newId(), 'impression', 'control', 'eve'), 404);
    await patch(id, { status: 'paused' });
    await refused(shop, () => record(id, 'impression', 'control', 'eve'), 409);
    await refused(shop, () => record(id, 'conversion', 'control', 'eve'), 409);
  });

  it('limits the rate per client', async () => {
    const { id } = await abTest();
    for (let n = 0; n < 300; n += 1)
      await shop.platform.limits.throttle('ab-tests', '127.0.0.1', 300, 60_000);
    expect(
      (await refused(shop, () => record(id, 'impression', 'control', 'mallory'), 429)).headers[
        'retry-after'
      ],
    ).toBeDefined();
  });
});

describe('the assignment of variants', () => {
  const test = {
    id: '00000000-0000-4000-8000-0000000000ab',
    variants: [
      { name: 'control', weight: 1 },
      { name: 'treatment', weight: 1 },
    ],
  };

  it('is the same on every node and at every time', () => {
    const drawn = ['ann', 'bob', 'cho', 'dot', 'eve'].map(key => variantFor(test, key));
    expect(drawn).toEqual(['control', 'treatment', 'control', 'control', 'treatment']);
  });

  it('is available to staff, and stable', async () => {
    const { id } = await abTest();
    const ask = (query: string, token?: string) =>
      shop.call('GET', `/ab-tests/${id}/assignment/${query}`, { token });
    const first = await ask('?subject_key=ann', manager);
    expect(first.body).toEqual({
      test_id: id,
      status: 'running',
      variant: variantFor({ ...test, id }, 'ann'),
    });
    expect((await ask('?subject_key=ann', manager)).body).toEqual(first.body);
    expect((await ask('', manager)).status).toBe(400);
    expect((await ask('?subject_key=ann')).status).toBe(401);
  });

  it('follows the weights', () => {
    const uneven = {
      ...test,
      variants: [
        { name: 'a', weight: 7 },
        { name: 'b', weight: 2 },
        { name: 'c', weight: 1 },
      ],
    };
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let n = 0; n < 20_000; n += 1) {
      const drawn = variantFor(uneven, `subject-${n}`);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    // Four standard deviations of a binomial draw of 20,000; the hash is fixed, so the test is
    // stable.
    expect(Math.abs((counts.a ?? 0) - 14_000)).toBeLessThan(260);
    expect(Math.abs((counts.b ?? 0) - 4_000)).toBeLessThan(227);
    expect(Math.abs((counts.c ?? 0) - 2_000)).toBeLessThan(170);
  });

  it('differs in another test', () => {
    const other = { ...test, id: '00000000-0000-4000-8000-0000000000ac' };
    const keys = Array.from({ length: 2_000 }, (_, n) => `subject-${n}`);
    const same = keys.filter(key => variantFor(test, key) === variantFor(other, key)).length;
    expect(Math.abs(same - 1_000)).toBeLessThan(112);
  });
});

describe('the comparison with the baseline', () => {
  it('matches a two-proportion z-test computed by hand', () => {
    // 10 % of 1,000 against 13 % of 1,000: pooled rate 0.115, deviation 0.0142671, z 2.1027.
    const comparison = compareTallies(
      { impressions: 1_000, conversions: 100 },
      { impressions: 1_000, conversions: 130 },
    );
    expect(comparison).toEqual({
      difference: 0.03,
      difference_interval: { low: 0.002068, high: 0.057932 },
      lift_percent: 30,
      lift_interval_percent: { low: 1.7, high: 66.18 },
      z: 2.1027,
      p_value: 0.035488,
      is_significant: true,
    });
  });

  it('finds no significance in a small difference', () => {
    const comparison = compareTallies(
      { impressions: 200, conversions: 20 },
      { impressions: 200, conversions: 22 },
    );
    expect(comparison).toMatchObject({ lift_percent: 10, is_significant: false });
    expect(comparison?.difference_interval.low).toBeLessThan(0);
  });

  it('is null without data', () => {
    const unseen = { impressions: 0, conversions: 0 };
    const none = { impressions: 50, conversions: 0 };
    const all = { impressions: 50, conversions: 50 };
    expect(compareTallies(unseen, none)).toBeNull();
    expect(compareTallies(none, unseen)).toBeNull();
    expect(compareTallies(none, none)).toMatchObject({
      difference: 0,
      lift_percent: null,
      z: null,
      p_value: null,
      is_significant: false,
    });
    expect(compareTallies(all, all)).toMatchObject({
      lift_percent: 0,
      z: null,
      is_significant: false,
    });
    expect(compareTallies(none, all)).toMatchObject({
      lift_percent: null,
      lift_interval_percent: null,
      is_significant: true,
    });
  });
});

describe('a promotion of a variant', () => {
  const CART = '/web-commerce/cart';
  type Visit = { cartId: string; token: string };
  const visit = async (): Promise<Visit> => {
    const { body } = await shop.call('POST', '/web-commerce/session/create/', {
      body: { store_id: DOWNTOWN },
    });
    return { cartId: body.cart_id, token: body.cart_token };
  };
  const discountIn = async ({ cartId, token }: Visit): Promise<string> => {
    const headers = { 'x-cart-session-token': token };
    await shop.call('POST', `${CART}/${cartId}/add/`, {
      headers,
      body: { sku: 'MUG-WHITE', quantity: 1 },
    });
    const { body } = await shop.call('GET', `${CART}/${cartId}/`, { headers });
    return body.line_items?.[0]?.promotion_discount ?? JSON.stringify(body);
  };
  const sessionOf = async ({ cartId }: Visit): Promise<string> =>
    (
      await shop.platform.db
        .selectFrom('carts')
        .select('session_id')
        .where('id', '=', cartId)
        .executeTakeFirstOrThrow()
    ).session_id;

  it('applies to visitors of that variant without a login, and only while the test runs', async () => {
    const { id: promotionId } = await promotion(shop, { name: 'Tested' });
    const variants = [{ name: 'control' }, { name: 'treatment', promotion_id: promotionId }];
    const test = await abTest({ variants });
    expect(test.variants).toEqual([
      { name: 'control', weight: 1 },
      { name: 'treatment', weight: 1, promotion_id: promotionId },
    ]);
    const visits = await Promise.all(Array.from({ length: 12 }, visit));
    const seen = new Set<string>();
    for (const one of visits) {
      const variant = variantFor(test, await sessionOf(one));
      seen.add(variant);
      expect([variant, await discountIn(one)]).toEqual([
        variant,
        variant === 'treatment' ? '1.25' : '0.00',
      ]);
    }
    expect(seen.size).toBe(2);
    const active = await shop.call('GET', '/promotions/active/?store_id=DOWNTOWN');
    expect(active.body.map(({ id }: { id: string }) => id)).not.toContain(promotionId);
    await patch(test.id, { status: 'completed' });
    expect((await patch(test.id, { variants: VARIANTS })).status).toBe(409);
  });

  it('must exist and need no code', async () => {
    const { id } = await promotion(shop, { requires_code: true });
    for (const promotion_id of [newId(), id]) {
      const reply = await refused(
        shop,
        () =>
          shop.call('POST', '/ab-tests/', {
            token: manager,
            body: { name: 'X', variants: [{ name: 'a' }, { name: 'b', promotion_id }] },
          }),
        400,
      );
      expect(reply.text).toContain('variants.1.promotion_id');
    }
  });
});
