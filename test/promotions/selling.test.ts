import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PricedLine, totalsOf } from '../../src/domains/pricing/index.js';
import {
  activePromotions,
  type Conversions,
  recordConversions,
  releasePromotions,
  runningPromotions,
  spendBudgets,
} from '../../src/domains/promotions/index.js';
import { consumers } from '../../src/domains/transactions/consumers.js';
import { saleVoided } from '../../src/domains/transactions/index.js';
import { atomically, type Tx } from '../../src/platform/database/tx.js';
import { datedNumber, newId } from '../../src/platform/ids.js';
import { minor } from '../../src/platform/money.js';
import { dispatchBatch } from '../../src/platform/work/consumers/dispatch-batch.js';
import { record } from '../../src/platform/work/events/outbox.js';
import type { DomainEvent } from '../../src/platform/work/events/repository.js';
import {
  AIRPORT,
  at,
  campaign,
  created,
  DOWNTOWN,
  openPromotions,
  promoCode,
  promotion,
  rowsOf,
  type Shop,
  use,
} from './support.js';

const NOW = new Date('2030-05-06T12:00:00Z');
const promotionConsumers = consumers.filter(({ name }) => name.startsWith('promotions:'));

let shop: Shop;
beforeAll(async () => {
  shop = await openPromotions({ clock: { now: () => NOW } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { db } = shop.platform;
  await db.updateTable('promotions').set({ is_active: false }).execute();
  await shop.platform.cache.delete('promotions:running');
});

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => atomically(shop.platform.db, work);
const line = (fields: Partial<PricedLine> = {}): PricedLine => ({
  key: newId(),
  variantId: newId(),
  productId: 1,
  categoryId: null,
  sku: 'SKU',
  quantity: 1,
  unitPriceMinor: 2_000,
  isTaxExempt: false,
  ...fields,
});
const offers = (fields: object = {}) =>
  activePromotions(shop.platform.db, { storeId: DOWNTOWN, at: NOW, ...fields });
const saved = async (lines: PricedLine[], fields: object = {}) =>
  totalsOf({ lines, promotions: (await offers(fields)).promotions }).discountMinor;

describe('the promotion engine', () => {
  it('prices percentages, fixed amounts and gifts as stored', async () => {
    await promotion(shop, { value: '12.50', priority: 3, stackable: true });
    expect(await saved([line()])).toBe(250);
    await promotion(shop, { kind: 'fixed', value: '5.00', priority: 2, stackable: true });
    expect(await saved([line()])).toBe(750);
    await promotion(shop, {
      kind: 'buy_x_get_y',
      value: 0,
      buy_quantity: 1,
      get_quantity: 1,
      get_discount_percent: 50,
      priority: 5,
      stackable: true,
      scope: { kind: 'product', ids: ['2'] },
    });
    // One of two at half price is 10.00 off 40.00; of 30.00 an eighth is 3.75; then 5.00.
    expect(await saved([line({ productId: 2, quantity: 2 })])).toBe(1_875);
  });

  it('covers a category with its subcategories', async () => {
    const parent = await created(shop, '/categories/', { name: 'Parent shelf' });
    const child = await created(shop, '/categories/', { name: 'Child', parent_id: parent.id });
    const grandchild = await created(shop, '/categories/', { name: 'Deep', parent_id: child.id });
    await promotion(shop, { scope: { kind: 'category', ids: [parent.id.toUpperCase()] } });
    expect(await saved([line({ categoryId: grandchild.id }), line()])).toBe(200);
    expect(await saved([line({ categoryId: newId() })])).toBe(0);
  });

  it('respects stores, periods, minimums and codes', async () => {
    await promotion(shop, { store_ids: [AIRPORT] });
    await promotion(shop, { starts_at: '2030-05-06T12:00:01Z' });
    await promotion(shop, { minimum_subtotal: '20.01' });
    const { code } = await promoCode(shop, {}, { value: '25.00' });
    expect(await saved([line()])).toBe(0);
    expect(await saved([line()], { storeId: AIRPORT })).toBe(200);
    expect(await saved([line()], { at: new Date('2030-05-06T12:00:01Z') })).toBe(200);
    expect(await saved([line()], { code: code.toLowerCase() })).toBe(500);
  });

  it('discounts no more than the remaining budget', async () => {
    const { id } = await campaign(shop, { status: 'active', budget: '3.00' });
    const own = await promotion(shop, { campaign_id: id });
    expect(await saved([line()])).toBe(200);
    expect(await saved([line({ quantity: 5 })])).toBe(300);
    const applied = [{ promotionId: own.id, amountMinor: 300 }];
    await run(tx =>
      spendBudgets(tx, { transactionId: newId(), currency: 'USD', applied, now: NOW }),
    );
    expect((await offers()).promotions).toEqual([]);
  });

  it('prices carts from the cache, and shows edits at once', async () => {
    const { id } = await promotion(shop, { name: 'Cached' });
    const names = async () =>
      (await runningPromotions(shop.platform, DOWNTOWN)).map(({ name }) => name);
    expect(await names()).toEqual(['Cached']);
    await shop.platform.db
      .updateTable('promotions')
      .set({ name: 'Behind its back' })
      .where('id', '=', id)
      .execute();
    expect(await names()).toEqual(['Cached']);
    const token = await shop.officeToken();
    await shop.call('PATCH', `/promotions/${id}/`, { token, body: { name: 'Edited' } });
    expect(await names()).toEqual(['Edited']);
  });
});

describe('the validation of a code', () => {
  it('returns the code with its promotion, or the reason for refusal', async () => {
    const good = await promoCode(shop);
    expect((await offers({ code: good.code })).code).toEqual({
      valid: true,
      code: good.code,
      codeId: good.id,
      promotionId: good.promotion_id,
    });
    const why = async (code: string, fields: object = {}) => {
      const { code: verdict, promotions } = await offers({ code, ...fields });
      expect(promotions).toEqual([]);
      return verdict?.valid === false ? verdict.reason : undefined;
    };
    expect(await why('NOBODY')).toBe('unknown');
    expect(await why((await promoCode(shop, { is_active: false })).code)).toBe('inactive');
    expect(await why((await promoCode(shop, { ends_at: NOW.toISOString() })).code)).toBe('expired');
    expect(await why((await promoCode(shop, { starts_at: '2031-01-01T00:00:00Z' })).code)).toBe(
      'not_started',
    );
    expect(await why((await promoCode(shop, {}, { store_ids: [AIRPORT] })).code)).toBe(
      'wrong_store',
    );
    const draft = await campaign(shop);
    expect(await why((await promoCode(shop, {}, { campaign_id: draft.id })).code)).toBe(
      'campaign_not_running',
    );
    const broke = await campaign(shop, { status: 'active', budget: 0 });
    expect(await why((await promoCode(shop, {}, { campaign_id: broke.id })).code)).toBe(
      'budget_exhausted',
    );
    const once = await promoCode(shop, { per_customer_limit: 1 });
    await use(shop, once.code, { customerKey: 'Ann@Example.com' });
    expect(await why(once.code, { customerKey: 'ann@example.com ' })).toBe('per_customer_limit');
    expect((await offers({ code: once.code, customerKey: 'bob' })).code?.valid).toBe(true);
    const last = await promoCode(shop, { usage_limit: 1 });
    await use(shop, last.code);
    expect(await why(last.code)).toBe('exhausted');
  });

  it('is null without a code', async () => {
    expect((await offers()).code).toBeNull();
  });
});

async function writeSale(id: string, store: string, code: string, total: string): Promise<void> {
  await shop.platform.db
    .insertInto('transactions')
    .values({
      id,
      transaction_number: datedNumber('TXN', NOW),
      store_id: store,
      source_system: 'web_commerce',
      status: 'completed',
      currency: code,
      total_amount: total,
      completed_at: NOW,
    })
    .execute();
}

describe('a completed sale', () => {
  const currency = 'USD';

  const countersOf = async (campaignId: string, code: string) => {
    const { db } = shop.platform;
    const row = await db
      .selectFrom('campaigns')
      .select('spent')
      .where('id', '=', campaignId)
      .executeTakeFirstOrThrow();
    const used = await db
      .selectFrom('promo_codes')
      .select('used_count')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    return { spent: row.spent, used: used.used_count };
  };

  /** A code of a campaign with a budget of 50.00, used and charged by one sale of 90.00. */
  async function soldWithCode() {
    const { id: campaignId } = await campaign(shop, { status: 'active', budget: '50.00' });
    const { code, promotion_id: promotionId } = await promoCode(
      shop,
      {},
      { campaign_id: campaignId },
    );
    const transactionId = newId();
    const applied = [{ promotionId, amountMinor: 1_000 }];
    await use(shop, code, { transactionId, discountMinor: 1_000 });
    await run(tx => spendBudgets(tx, { transactionId, currency, applied, now: NOW }));
    return { campaignId, code, promotionId, transactionId, applied, currency };
  }

  it('counts its code and charges its campaign once, however often it is retried', async () => {
    const sale = await soldWithCode();
    expect(await countersOf(sale.campaignId, sale.code)).toEqual({ spent: '10.00', used: 1 });
    expect(await use(shop, sale.code, { transactionId: sale.transactionId })).toMatchObject({
      ok: true,
      repeated: true,
    });
    await run(tx => spendBudgets(tx, { ...sale, now: NOW }));
    expect(await countersOf(sale.campaignId, sale.code)).toEqual({ spent: '10.00', used: 1 });
  });

  it('releases everything when it is voided, once', async () => {
    const sale = await soldWithCode();
    await run(tx =>
      recordConversions(tx, {
        ...sale,
        storeId: DOWNTOWN,
        revenueMinor: 9_000,
        at: NOW,
        subjectKeys: [],
      }),
    );
    for (const _ of [1, 2]) await run(tx => releasePromotions(tx, sale.transactionId, NOW));
    expect(await countersOf(sale.campaignId, sale.code)).toEqual({ spent: '0.00', used: 0 });
    const [conversions] = await rowsOf(shop, 'campaign_conversions');
    expect(conversions).toMatchObject([{ row: { released_at: expect.any(String) } }]);
    expect(await use(shop, sale.code, { transactionId: sale.transactionId })).toEqual({
      ok: false,
      reason: 'released',
    });
    await shop.platform.db.deleteFrom('campaign_conversions').execute();
  });

  it('is refused beyond the budget, and then charges nothing', async () => {
    const rich = await campaign(shop, { status: 'active', budget: '50.00' });
    const poor = await campaign(shop, { status: 'active', budget: '4.99' });
    const applied = [
      { promotionId: (await promotion(shop, { campaign_id: rich.id })).id, amountMinor: 500 },
      { promotionId: (await promotion(shop, { campaign_id: poor.id })).id, amountMinor: 500 },
      { promotionId: (await promotion(shop)).id, amountMinor: 100 },
    ];
    const before = await rowsOf(shop, 'campaigns', 'campaign_spends');
    const transactionId = newId();
    expect(
      await run(tx => spendBudgets(tx, { transactionId, currency, applied, now: NOW })),
    ).toEqual({
      ok: false,
      campaignId: poor.id,
      leftMinor: 499,
    });
    expect(await rowsOf(shop, 'campaigns', 'campaign_spends')).toEqual(before);
    await run(tx =>
      spendBudgets(tx, { transactionId, currency, applied, now: NOW, takeWhatIsLeft: true }),
    );
    const spent = await shop.platform.db
      .selectFrom('campaigns')
      .select('spent')
      .where('id', 'in', [rich.id, poor.id])
      .orderBy('spent')
      .execute();
    expect(spent.map(row => row.spent)).toEqual(['4.99', '5.00']);
  });

  it("is a conversion of its campaign and of its customer's tests", async () => {
    const { db } = shop.platform;
    const sale = await soldWithCode();
    await writeSale(sale.transactionId, DOWNTOWN, 'USD', '90.00');
    const test = await created(shop, '/ab-tests/', {
      name: 'Banner',
      status: 'running',
      variants: [{ name: 'control' }, { name: 'treatment' }],
    });
    const seen = (subject: string) =>
      shop.call('POST', `/ab-tests/${test.id}/record-impression/`, {
        body: { variant: 'treatment', subject_key: subject },
      });
    await seen('visitor-1');
    await seen('visitor-2');
    const completed: DomainEvent = {
      streamId: DOWNTOWN,
      seq: 1,
      id: newId(),
      event: 'transaction.completed',
      storeId: DOWNTOWN,
      terminalId: null,
      subjectId: sale.transactionId,
      occurredAt: NOW,
      data: {
        total_amount: '90.00',
        applied_promotions: [{ promotion_id: sale.promotionId, amount: '10.00' }],
        subject_keys: ['visitor-1', 'somebody-else'],
      },
    };
    const [count, giveBack] = promotionConsumers;
    for (const _ of [1, 2]) await count?.handle(shop.platform, [completed]);
    expect(await db.selectFrom('campaign_conversions').selectAll().execute()).toMatchObject([
      { campaign_id: sale.campaignId, revenue: '90.00', discount: '10.00', store_id: DOWNTOWN },
    ]);
    const results = async () => {
      const token = await shop.officeToken();
      const reply = await shop.call('GET', `/ab-tests/${test.id}/`, { token });
      return reply.body.results.variants[1];
    };
    expect(await results()).toMatchObject({ impressions: 2, conversions: 1, revenue: '90.00' });
    const summary = await shop.call('GET', '/campaigns/analytics/summary/?days=30', {
      token: await shop.officeToken(),
    });
    expect(summary.body.totals).toMatchObject({
      conversions: 1,
      money: [{ currency: 'USD', revenue: '90.00', discount: '10.00' }],
    });
    expect(
      summary.body.campaigns.find((row: { id: string }) => row.id === sale.campaignId),
    ).toEqual({
      id: sale.campaignId,
      name: 'A campaign',
      status: 'active',
      currency: 'USD',
      budget: '50.00',
      spent: '10.00',
      spent_by_currency: [{ currency: 'USD', amount: '10.00' }],
      promotions: 1,
      conversions: 1,
      money: [{ currency: 'USD', revenue: '90.00', discount: '10.00' }],
      sales_lift_percent: null,
    });
    await giveBack?.handle(shop.platform, [{ ...completed, event: 'transaction.voided' }]);
    expect(await results()).toMatchObject({ impressions: 2, conversions: 0, revenue: '0.00' });
  });

  it('never adds dollars to euros, in budgets, conversions and tests', async () => {
    const { db } = shop.platform;
    const token = await shop.officeToken();
    const chain = await campaign(shop, { status: 'active', budget: '50.00' });
    const berlin = await campaign(shop, { store_ids: [AIRPORT], budget: '5.00' });
    expect([chain.currency, berlin.currency]).toEqual(['USD', 'EUR']);
    const { id: promotionId } = await promotion(shop, { campaign_id: chain.id });
    const test = await created(shop, '/ab-tests/', {
      name: 'Two currencies',
      status: 'running',
      variants: [{ name: 'control' }, { name: 'treatment' }],
    });
    const sell = async (n: number, store: string, code: string, off: string, total: string) => {
      const transactionId = newId();
      await writeSale(transactionId, store, code, total);
      await shop.call('POST', `/ab-tests/${test.id}/record-impression/`, {
        body: { variant: 'treatment', subject_key: `buyer-${n}` },
      });
      const applied = [{ promotionId, amountMinor: minor(off, 'USD') }];
      await run(tx => spendBudgets(tx, { transactionId, currency: code, applied, now: NOW }));
      await promotionConsumers[0]?.handle(shop.platform, [
        {
          streamId: store,
          seq: 1,
          id: newId(),
          event: 'transaction.completed',
          storeId: store,
          terminalId: null,
          subjectId: transactionId,
          occurredAt: NOW,
          data: {
            total_amount: total,
            applied_promotions: [{ promotion_id: promotionId, amount: off }],
            subject_keys: [`buyer-${n}`],
          },
        },
      ]);
      return transactionId;
    };
    await sell(1, DOWNTOWN, 'USD', '10.00', '90.00');
    await sell(2, DOWNTOWN, 'USD', '2.50', '22.50');
    // 60.00 EUR exceed the number of the budget, not the budget, which is in dollars.
    const big = await sell(3, AIRPORT, 'EUR', '60.00', '540.00');
    const read = async () => (await shop.call('GET', `/campaigns/${chain.id}/`, { token })).body;
    expect(await read()).toMatchObject({
      currency: 'USD',
      budget: '50.00',
      spent: '12.50',
      remaining: '37.50',
      spent_by_currency: [
        { currency: 'EUR', amount: '60.00' },
        { currency: 'USD', amount: '12.50' },
      ],
    });
    const summary = await shop.call('GET', '/campaigns/analytics/summary/', { token });
    expect(summary.body.campaigns.find((row: { id: string }) => row.id === chain.id)).toMatchObject(
      {
        conversions: 3,
        spent: '12.50',
        money: [
          { currency: 'EUR', revenue: '540.00', discount: '60.00' },
          { currency: 'USD', revenue: '112.50', discount: '12.50' },
        ],
      },
    );
    const results = (await shop.call('GET', `/ab-tests/${test.id}/`, { token })).body.results;
    expect(results.currency).toBe('USD');
    expect(results.variants).toMatchObject([
      { name: 'control', revenue: '0.00', revenue_by_currency: [] },
      {
        name: 'treatment',
        impressions: 3,
        conversions: 3,
        revenue: '112.50',
        revenue_by_currency: [
          { currency: 'EUR', revenue: '540.00' },
          { currency: 'USD', revenue: '112.50' },
        ],
      },
    ]);
    // A budget in euros counts the discounts in euros, and is too small for what was given.
    const patch = (body: object) => shop.call('PATCH', `/campaigns/${chain.id}/`, { token, body });
    expect((await patch({ currency: 'EUR' })).status).toBe(400);
    expect((await patch({ currency: 'EUR', budget: '100.00' })).body).toMatchObject({
      currency: 'EUR',
      spent: '60.00',
      remaining: '40.00',
    });
    await run(tx => releasePromotions(tx, big, NOW));
    expect((await read()).spent).toBe('0.00');
    await db.deleteFrom('campaign_conversions').execute();
  });

  it('is not counted when its void was processed first', async () => {
    const sale = await soldWithCode();
    await run(tx => releasePromotions(tx, sale.transactionId, NOW));
    await run(tx =>
      recordConversions(tx, {
        ...sale,
        storeId: DOWNTOWN,
        revenueMinor: 9_000,
        at: NOW,
        subjectKeys: ['x'],
      }),
    );
    const rows = await shop.platform.db
      .selectFrom('campaign_conversions')
      .where('transaction_id', '=', sale.transactionId)
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
  });

  it('is counted in one statement with others: each once, a subject for its first sale', async () => {
    const { db } = shop.platform;
    const [voided, counted] = [await soldWithCode(), await soldWithCode()];
    await run(tx => releasePromotions(tx, voided.transactionId, NOW));
    const test = await created(shop, '/ab-tests/', {
      name: 'Batch',
      status: 'running',
      variants: [{ name: 'control' }, { name: 'treatment' }],
    });
    await shop.call('POST', `/ab-tests/${test.id}/record-impression/`, {
      body: { variant: 'control', subject_key: 'batch-visitor' },
    });
    const bare = { storeId: DOWNTOWN, currency: 'USD', at: NOW, applied: [] };
    const [second, without] = [newId(), newId()];
    const keys = { subjectKeys: ['batch-visitor'] };
    const sales: Conversions[] = [
      { ...bare, ...voided, ...keys, revenueMinor: 9_000 },
      { ...bare, ...counted, ...keys, revenueMinor: 8_000 },
      { ...bare, transactionId: second, ...keys, revenueMinor: 7_000 },
      { ...bare, transactionId: without, subjectKeys: ['nobody'], revenueMinor: 6_000 },
    ];
    for (const _ of [1, 2]) await run(tx => recordConversions(tx, ...sales));
    const conversions = await db
      .selectFrom('campaign_conversions')
      .select(['transaction_id', 'campaign_id', 'revenue', 'discount'])
      .where('transaction_id', 'in', [voided.transactionId, counted.transactionId])
      .execute();
    expect(conversions).toEqual([
      {
        transaction_id: counted.transactionId,
        campaign_id: counted.campaignId,
        revenue: '80.00',
        discount: '10.00',
      },
    ]);
    const [subject] = await db
      .selectFrom('ab_subjects')
      .select(['transaction_id', 'revenue', 'currency', 'converted_at'])
      .where('subject_key', '=', 'batch-visitor')
      .execute();
    expect(subject).toEqual({
      transaction_id: counted.transactionId,
      revenue: '80.00',
      currency: 'USD',
      converted_at: NOW,
    });
    const claimed = await db
      .selectFrom('conversion_sales')
      .select('transaction_id')
      .where('transaction_id', 'in', [counted.transactionId, second, without])
      .execute();
    expect(claimed).toEqual([{ transaction_id: counted.transactionId }]);
  });

  it('is released by the consumer of the void', async () => {
    const sale = await soldWithCode();
    await run(tx =>
      record(
        tx,
        saleVoided({
          id: sale.transactionId,
          transaction_number: 'TXN-20300506-00000001',
          store_id: DOWNTOWN,
          terminal_id: null,
          status: 'completed',
          total_amount: '90.00',
          total_paid: '90.00',
        }),
      ),
    );
    await shop.settleEvents();
    expect(await countersOf(sale.campaignId, sale.code)).toEqual({ spent: '10.00', used: 1 });
    while (await dispatchBatch(shop.platform, 'normal', promotionConsumers));
    expect(await countersOf(sale.campaignId, sale.code)).toEqual({ spent: '0.00', used: 0 });
  });
});

describe('the report on codes', () => {
  it('shows redemptions, customers, releases and cost, by currency', async () => {
    const { code } = await promoCode(shop, { usage_limit: 10 });
    await use(shop, code, { customerKey: 'ann', discountMinor: 250, now: NOW });
    await use(shop, code, { customerKey: 'ann', discountMinor: 150, now: NOW });
    await use(shop, code, { customerKey: 'bob', discountMinor: 300, storeId: AIRPORT, now: NOW });
    await use(shop, code, { discountMinor: 50, now: new Date('2030-01-01T00:00:00Z') });
    const transactionId = newId();
    await use(shop, code, { transactionId, now: NOW });
    await run(tx => releasePromotions(tx, transactionId, NOW));
    const report = async (query: string, token: string) => {
      const reply = await shop.call('GET', `/promo-codes/analytics/performance/${query}`, {
        token,
      });
      return reply.body.codes.find((row: { code: string }) => row.code === code);
    };
    const manager = await shop.officeToken();
    expect(await report('?days=30', manager)).toMatchObject({
      usage_limit: 10,
      used_count: 4,
      uses: 3,
      released: 1,
      customers: 2,
      discount: [
        { currency: 'EUR', amount: '3.00' },
        { currency: 'USD', amount: '4.00' },
      ],
      last_used_at: NOW.toISOString(),
    });
    expect(await report('', manager)).toMatchObject({ uses: 4 });
    const downtown = await report('?days=30', await shop.tillToken());
    expect(downtown).toMatchObject({ uses: 2, discount: [{ currency: 'USD', amount: '4.00' }] });
  });
});

it('activates a campaign from its first second, before any job runs', async () => {
  const { id } = await campaign(shop, { status: 'scheduled', starts_at: '2030-06-01T00:00:00Z' });
  await promotion(shop, { name: 'June', campaign_id: id });
  const names = async (moment: string) =>
    (
      await activePromotions(shop.platform.db, { storeId: DOWNTOWN, at: new Date(moment) })
    ).promotions.map(({ name }) => name);
  expect(await names('2030-05-31T23:59:59.999Z')).toEqual([]);
  expect(await names('2030-06-01T00:00:00Z')).toEqual(['June']);
  expect(await runningPromotions(at(shop, '2030-06-01T00:00:00Z'), DOWNTOWN)).toHaveLength(1);
});
