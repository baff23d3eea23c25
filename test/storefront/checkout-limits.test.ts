import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { statement } from '../../src/platform/database/tx.js';
import {
  article,
  atCheckout,
  booksOf,
  cancel,
  checkoutStateOf,
  complete,
  crowd,
  openCheckoutShop,
} from './checkout-support.js';
import {
  byToken,
  cartPath,
  inParallel,
  type Shop,
  sessionOf,
  tally,
  type Visit,
} from './support.js';

let shop: Shop;
let variantId: string;
beforeAll(async () => {
  shop = await openCheckoutShop();
  variantId = await article(shop, 'LIMITED', { price: '20.00', stock: 200 });
});
afterAll(async () => {
  expect(await levelsOutOfBalance(shop.platform.db)).toEqual([]);
  expect(await reservedOutOfBalance(shop.platform.db)).toEqual([]);
  await shop.close();
});

async function post(path: string, body: Record<string, unknown>) {
  const reply = await shop.call('POST', path, { token: await shop.officeToken('admin'), body });
  if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
}

let codes = 0;
/** Ten percent off this test's article. */
async function code(limits: Record<string, unknown> = {}, promotion: Record<string, unknown> = {}) {
  codes += 1;
  const made = await post('/promotions/', {
    name: `Tenth ${codes}`,
    kind: 'percentage',
    value: '10',
    scope: { kind: 'variant', ids: [variantId] },
    requires_code: true,
    ...promotion,
  });
  const text = `TENTH${codes}`;
  await post('/promo-codes/', { code: text, promotion_id: made.id, ...limits });
  return text;
}

const enter = (visit: Visit, text: string) =>
  shop.call('POST', cartPath(visit.cartId, 'promo'), {
    headers: byToken(visit),
    body: { code: text },
  });

async function withCode(text: string) {
  const { visit, id } = await atCheckout(shop, [['LIMITED', 1]]);
  const reply = await enter(visit, text);
  expect(reply.status).toBe(200);
  return { visit, id };
}

async function usesOf(text: string): Promise<number> {
  const row = await shop.platform.db
    .selectFrom('promo_codes')
    .select('used_count')
    .where('code', '=', text)
    .executeTakeFirstOrThrow();
  return row.used_count;
}

describe('a promo code', () => {
  it('lowers the price and counts a use with the order', async () => {
    const text = await code();
    const { visit, id } = await withCode(text);
    const reply = await complete(shop, visit, id);
    expect([reply.status, reply.body.total_amount]).toEqual([200, '24.49']);
    expect(await usesOf(text)).toBe(1);
    const sale = await shop.platform.db
      .selectFrom('transactions')
      .select(['subtotal', 'promotion_discount', 'tax_amount', 'adjustments'])
      .where('transaction_number', '=', reply.body.transaction_id)
      .executeTakeFirstOrThrow();
    expect(sale).toEqual({
      subtotal: '20.00',
      promotion_discount: '2.00',
      tax_amount: '1.49',
      adjustments: [
        {
          kind: 'code',
          line: 0,
          amount: '2.00',
          reason: expect.any(String),
          actor: null,
          approval_request_id: null,
          promotion_id: expect.any(String),
          code: text,
        },
      ],
    });
    expect((await booksOf(shop, id)).charged).toBe(2449);
    await shop.settleEvents();
    const [fact] = await statement<{ applied: unknown }>(
      shop.platform.db,
      `select data->'applied_promotions' as applied from events
       where event = 'transaction.completed' and data->>'transaction_id' = $1`,
      [reply.body.transaction_id],
    );
    expect(fact?.applied).toEqual([{ promotion_id: expect.any(String), amount: '2.00' }]);
  });

  it('of an order paid at a till is part of its completion event', async () => {
    const text = await code({ usage_limit: 1 });
    const { visit, id } = await atCheckout(shop, [['LIMITED', 1]], {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await enter(visit, text);
    const placed = await complete(shop, visit, id, { method: 'pay_at_store', token: null });
    expect([placed.status, placed.body.total_amount]).toEqual([200, '19.49']);
    expect(await usesOf(text)).toBe(1);
    const paid = await shop.call(
      'POST',
      `/pos/transactions/${placed.body.transaction_id}/payment/`,
      {
        token: await shop.tillToken(),
        body: { payment_method_id: 'cash', tendered_amount: '20.00' },
      },
    );
    expect(paid.body.transaction).toMatchObject({ status: 'completed', change_due: '0.51' });
    await shop.settleEvents();
    const facts = await statement<{ data: object }>(
      shop.platform.db,
      `select data from events
       where event = 'transaction.completed' and data->>'transaction_id' = $1`,
      [placed.body.transaction_id],
    );
    expect(facts).toEqual([
      {
        data: {
          transaction_id: placed.body.transaction_id,
          status: 'completed',
          total_amount: '19.49',
          total_paid: '19.49',
          change_due: '0.51',
          payment_method: 'cash',
          source_system: 'web_commerce',
          applied_promotions: [{ promotion_id: expect.any(String), amount: '2.00' }],
          subject_keys: [await sessionOf(shop, visit.cartId)],
        },
      },
    ]);
    expect(await usesOf(text)).toBe(1);
  });

  it('is released when the payment fails or the shopper cancels', async () => {
    const text = await code({ usage_limit: 1 });
    const { visit, id } = await withCode(text);
    await complete(shop, visit, id, { token: 'tok_declined' });
    expect(await usesOf(text)).toBe(0);
    await complete(shop, visit, id, { token: 'tok_challenge' });
    expect(await usesOf(text)).toBe(1);
    await cancel(shop, visit, id);
    expect(await usesOf(text)).toBe(0);
  });

  it('that has become invalid refuses the order instead of charging the higher price', async () => {
    const text = await code({ usage_limit: 1 });
    const [first, second] = [await withCode(text), await withCode(text)];
    expect((await complete(shop, first.visit, first.id)).status).toBe(200);
    const reply = await complete(shop, second.visit, second.id);
    expect([reply.status, reply.body.code]).toEqual([400, 'PROMO_CODE_NOT_VALID']);
    expect(await checkoutStateOf(shop, second.id)).toMatchObject({
      checkout: 'checkout_initiated',
      sale: null,
    });
    await shop.call('DELETE', cartPath(second.visit.cartId, 'promo'), {
      headers: byToken(second.visit),
    });
    const full = await complete(shop, second.visit, second.id);
    expect([full.status, full.body.total_amount]).toEqual([200, '26.65']);
  });

  it('with three uses left lowers the price for three of 30 shoppers', async () => {
    const text = await code({ usage_limit: 3 });
    const people = await crowd(shop, 30, [['LIMITED', 1]]);
    await statement(
      shop.platform.db,
      'update carts set promo_code = $1 where id = any($2::uuid[])',
      [text, people.map(({ visit }) => visit.cartId)],
    );
    const replies = await inParallel(30, n => {
      const { visit, id } = people[n] as (typeof people)[number];
      return complete(shop, visit, id);
    });
    expect(tally(replies)).toEqual({ 200: 3, 400: 27 });
    expect(await usesOf(text)).toBe(3);
  });

  it('of a campaign never exceeds the budget', async () => {
    const campaign = await post('/campaigns/', { name: 'Small', status: 'active', budget: '5.00' });
    const text = await code({}, { campaign_id: campaign.id });
    const people = await crowd(shop, 12, [['LIMITED', 1]]);
    await statement(
      shop.platform.db,
      'update carts set promo_code = $1 where id = any($2::uuid[])',
      [text, people.map(({ visit }) => visit.cartId)],
    );
    await inParallel(12, n => {
      const { visit, id } = people[n] as (typeof people)[number];
      return complete(shop, visit, id);
    });
    const row = await shop.platform.db
      .selectFrom('campaigns')
      .select('spent')
      .where('id', '=', campaign.id)
      .executeTakeFirstOrThrow();
    expect(row.spent).toBe('5.00');
    const [discounts] = await statement<{ total: string }>(
      shop.platform.db,
      `select sum(t.promotion_discount)::text as total from transactions t
         join checkout_sessions c on c.transaction_id = t.id
       where c.id = any($1::uuid[]) and t.status = 'completed'`,
      [people.map(({ id }) => id)],
    );
    expect(discounts?.total).toBe('5.00');
  });

  it('with a full discount needs no charge', async () => {
    await article(shop, 'GIFT', { price: '15.00', stock: 3 });
    const made = await post('/promotions/', {
      name: 'All of it',
      kind: 'percentage',
      value: '100',
      requires_code: true,
    });
    await post('/promo-codes/', { code: 'ALLFREE', promotion_id: made.id });
    const { visit, id } = await atCheckout(shop, [['GIFT', 1]], {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await enter(visit, 'ALLFREE');
    const reply = await complete(shop, visit, id, { token: null });
    expect([reply.status, reply.body.total_amount]).toEqual([200, '0.00']);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'completed',
      sale: 'completed',
    });
    expect((await booksOf(shop, id)).charges).toBe(0);
  });
});

describe('purchase limits of a customer', () => {
  it('count over all orders and are released with a failed one', async () => {
    const limited = await article(shop, 'TWO-EACH', { price: '5.00', stock: 50 });
    await post('/compliance/purchase-limits/', {
      name: 'Two a day',
      variant_id: limited,
      max_quantity: 2,
      period: 'day',
    });
    const form = { email: 'collector@example.com' };
    const buy = async (quantity: number, token = 'tok_ok') => {
      const { visit, id } = await atCheckout(shop, [['TWO-EACH', quantity]]);
      return complete(shop, visit, id, { form, token });
    };
    expect((await buy(2, 'tok_declined')).body.code).toBe('PAYMENT_FAILED');
    expect((await buy(2)).status).toBe(200);
    const more = await buy(1);
    expect([more.status, more.body.code]).toEqual([400, 'PURCHASE_LIMIT_EXCEEDED']);
    const other = await atCheckout(shop, [['TWO-EACH', 1]]);
    expect((await complete(shop, other.visit, other.id)).status).toBe(200);
  });

  it('let only customers with a proved age buy goods with an age limit', async () => {
    const { visit, id } = await atCheckout(shop, [['WINE-RED', 1]]);
    const refused = await complete(shop, visit, id);
    expect([refused.status, refused.body.code]).toEqual([400, 'AGE_VERIFICATION_REQUIRED']);
    const proof = await shop.call('POST', '/compliance/age-verification/', {
      headers: byToken(visit),
      body: { method: 'self_declared', date_of_birth: '1980-01-01', minimum_age: 21 },
    });
    expect(proof.body.verified).toBe(true);
    expect((await complete(shop, visit, id)).status).toBe(200);
  });
});
