import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  releasePromotions,
  spendBudgets,
  usePromoCode,
} from '../../src/domains/promotions/index.js';
import { statement, type Tx } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { AT_ONCE, inParallel, tally } from '../inventory/support.js';
import { campaign, DOWNTOWN, openPromotions, promoCode, promotion, type Shop } from './support.js';

const NOW = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
beforeAll(async () => {
  shop = await openPromotions({
    clock: { now: () => NOW },
    env: { DATABASE_POOL_SIZE: String(AT_ONCE) },
  });
});
afterAll(() => shop.close());

/** A single attempt: a deadlock that a retry would hide must fail here. */
const once = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  shop.platform.db.transaction().execute(work);

const tryCode = (code: string, fields: { customerKey?: string; transactionId?: string } = {}) =>
  once(async tx => {
    const outcome = await usePromoCode(tx, {
      code,
      transactionId: newId(),
      storeId: DOWNTOWN,
      currency: 'USD',
      customerKey: null,
      discountMinor: 100,
      now: NOW,
      ...fields,
    });
    return outcome.ok ? 'used' : outcome.reason;
  });

const countedUses = async (code: string) => {
  const [row] = await statement<{ used_count: number; rows: number }>(
    shop.platform.db,
    `select k.used_count, (select count(*) from promo_code_usages u
       where u.code_id = k.id and u.released_at is null) as rows
     from promo_codes k where k.code = $1`,
    [code],
  );
  return row;
};

it('lets exactly 10 of 100 concurrent sales use a code with a limit of 10', async () => {
  const { code } = await promoCode(shop, { usage_limit: 10 });
  const outcomes = await inParallel(100, () => tryCode(code));
  expect(tally(outcomes)).toEqual({ used: 10, exhausted: 90 });
  expect(await countedUses(code)).toEqual({ used_count: 10, rows: 10 });
});

it('lets each of 10 customers use a code twice in concurrent sales', async () => {
  const { code } = await promoCode(shop, { per_customer_limit: 2 });
  const outcomes = await inParallel(100, n => tryCode(code, { customerKey: `customer-${n % 10}` }));
  expect(tally(outcomes)).toEqual({ used: 20, per_customer_limit: 80 });
  expect(await countedUses(code)).toEqual({ used_count: 20, rows: 20 });
});

it('needs a customer when a code is limited per customer', async () => {
  const { code } = await promoCode(shop, { per_customer_limit: 1 });
  expect(await tryCode(code)).toBe('customer_required');
  expect(await countedUses(code)).toEqual({ used_count: 0, rows: 0 });
});

it('counts one sale once, however many workers complete it', async () => {
  const { code } = await promoCode(shop, { usage_limit: 10 });
  const transactionId = newId();
  const outcomes = await inParallel(20, () => tryCode(code, { transactionId }));
  expect(tally(outcomes)).toEqual({ used: 20 });
  expect(await countedUses(code)).toEqual({ used_count: 1, rows: 1 });
});

it('releases a redemption once and to one other, in 40 concurrent voids and sales', async () => {
  const { code } = await promoCode(shop, { usage_limit: 1 });
  const transactionId = newId();
  await tryCode(code, { transactionId });
  const outcomes = await inParallel(40, n =>
    n % 2 === 0
      ? once(tx => releasePromotions(tx, transactionId, NOW)).then(() => 'released')
      : tryCode(code),
  );
  const { used = 0, released } = tally(outcomes);
  expect(released).toBe(20);
  expect(used).toBeLessThanOrEqual(1);
  expect(await countedUses(code)).toEqual({ used_count: used, rows: used });
});

it('spends exactly a budget and never more', async () => {
  const { id } = await campaign(shop, { status: 'active', budget: '25.00' });
  const { id: promotionId } = await promotion(shop, { campaign_id: id });
  const outcomes = await inParallel(100, () =>
    once(tx =>
      spendBudgets(tx, {
        currency: 'USD',
        transactionId: newId(),
        applied: [{ promotionId, amountMinor: 100 }],
        now: NOW,
      }),
    ),
  );
  expect(tally(outcomes.map(outcome => outcome.ok))).toEqual({ true: 25, false: 75 });
  const [row] = await statement<{ spent: string; sum: string }>(
    shop.platform.db,
    `select spent, (select sum(amount) from campaign_spends where campaign_id = $1) as sum
     from campaigns where id = $1`,
    [id],
  );
  expect(row).toEqual({ spent: '25.00', sum: '25.00' });
});

it('charges two campaigns from baskets in opposite order without a deadlock', async () => {
  const promotions: string[] = [];
  const campaigns: string[] = [];
  for (const _ of [1, 2]) {
    const { id } = await campaign(shop, { status: 'active', budget: '1000.00' });
    campaigns.push(id);
    promotions.push((await promotion(shop, { campaign_id: id })).id);
  }
  await inParallel(60, n => {
    const order = n % 2 === 0 ? promotions : [...promotions].reverse();
    const applied = order.map(promotionId => ({ promotionId, amountMinor: 100 }));
    return once(tx =>
      spendBudgets(tx, { transactionId: newId(), currency: 'USD', applied, now: NOW }),
    );
  });
  const spent = await shop.platform.db
    .selectFrom('campaigns')
    .select('spent')
    .where('id', 'in', campaigns)
    .execute();
  expect(spent.map(row => row.spent)).toEqual(['60.00', '60.00']);
});

it('is enforced by database constraints', async () => {
  const { id, code } = await promoCode(shop, { usage_limit: 1 });
  const budget = await campaign(shop, { status: 'active', budget: '1.00' });
  const overdraw = (text: string, ref: string) => statement(shop.platform.db, text, [ref]);
  await expect(
    overdraw('update promo_codes set used_count = 2 where id = $1', id),
  ).rejects.toMatchObject({ constraint: 'used_within_limit' });
  await expect(
    overdraw('update campaigns set spent = 1.01 where id = $1', budget.id),
  ).rejects.toMatchObject({ constraint: 'spent_within_budget' });
  expect(await countedUses(code)).toEqual({ used_count: 0, rows: 0 });
});
