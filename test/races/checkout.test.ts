import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { settleIntent } from '../../src/domains/storefront/index.js';
import { statement } from '../../src/platform/database/tx.js';
import {
  article,
  booksOf,
  cancel,
  checkoutStateOf,
  complete,
  confirm,
  crowd,
  levelOf,
  openCheckoutShop,
  recover,
} from '../storefront/checkout-support.js';
import { inParallel, type Reply, type Shop, tally } from '../storefront/support.js';

/** Both nodes share one database. */
let shop: Shop;
let other: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
  other = await openCheckoutShop({ beside: shop });
});
afterAll(async () => {
  expect(await levelsOutOfBalance(shop.platform.db)).toEqual([]);
  expect(await reservedOutOfBalance(shop.platform.db)).toEqual([]);
  await other.close();
  await shop.close();
});

const nodeOf = (n: number): Shop => (n % 2 === 0 ? shop : other);

/** Completed sales of a checkout over all its attempts. */
async function salesOf(checkoutId: string): Promise<number> {
  const [row] = await statement<{ n: number }>(
    shop.platform.db,
    `select count(distinct p.transaction_id)::int as n from payments p
       join transactions t on t.id = p.transaction_id and t.status = 'completed'
       join sandbox_intents i on i.id = p.processor_transaction_id
     where i.idempotency_key like $1`,
    [`${checkoutId}:%`],
  );
  return row?.n ?? 0;
}

async function chargesInAll(ids: readonly string[]): Promise<number> {
  const [row] = await statement<{ n: number }>(
    shop.platform.db,
    `select count(*)::int as n from sandbox_intents
     where status = 'succeeded' and split_part(idempotency_key, ':', 1) = any($1)`,
    [ids],
  );
  return row?.n ?? 0;
}

describe('a rush on the web shop', () => {
  it('sells exactly the 20 units there are to 300 concurrent shoppers', async () => {
    await article(shop, 'RUSH-20', { stock: 20 });
    const people = await crowd(shop, 300, [['RUSH-20', 1]]);
    const replies = await inParallel(300, n => {
      const { visit, id } = people[n] as (typeof people)[number];
      return complete(nodeOf(n), visit, id);
    });
    expect(tally(replies)).toEqual({ 200: 20, 400: 280 });
    const codes = new Set(replies.filter(({ status }) => status === 400).map(r => r.body.code));
    expect([...codes]).toEqual(['INSUFFICIENT_STOCK']);
    expect(await levelOf(shop, 'RUSH-20')).toEqual({ on_hand: 0, reserved: 0 });
    expect(await chargesInAll(people.map(({ id }) => id))).toBe(20);
  });

  it('sells each unit once and deadlocks no cart when carts list articles in opposite order', async () => {
    await article(shop, 'CROSS-1', { stock: 30 });
    await article(shop, 'CROSS-2', { stock: 30 });
    const people = await crowd(shop, 80, [
      [
        ['CROSS-1', 1],
        ['CROSS-2', 1],
      ],
      [
        ['CROSS-2', 1],
        ['CROSS-1', 1],
      ],
    ]);
    const replies = await inParallel(80, n => {
      const { visit, id } = people[n] as (typeof people)[number];
      return complete(nodeOf(n), visit, id);
    });
    expect(tally(replies)).toEqual({ 200: 30, 400: 50 });
    expect(await levelOf(shop, 'CROSS-1')).toEqual({ on_hand: 0, reserved: 0 });
    expect(await levelOf(shop, 'CROSS-2')).toEqual({ on_hand: 0, reserved: 0 });
  });
});

describe('one checkout completed by 200 concurrent requests', () => {
  const keys: [name: string, keyOf: (n: number) => string | undefined][] = [
    ['with one key', () => 'the-one'],
    ['with different keys', n => `key-${n}`],
    ['without keys', () => undefined],
  ];
  it.each(keys)('%s is charged once', async (_name, keyOf) => {
    await article(shop, `ONCE-${keyOf(0) ?? 'none'}`, { stock: 50 });
    const [only] = await crowd(shop, 1, [[`ONCE-${keyOf(0) ?? 'none'}`, 1]]);
    const { visit, id } = only as NonNullable<typeof only>;
    const replies = await inParallel(200, n => complete(nodeOf(n), visit, id, { key: keyOf(n) }));
    const placed = replies.filter(({ status }) => status === 200);
    expect(placed.length).toBeGreaterThanOrEqual(1);
    expect(new Set(placed.map(({ text }) => text)).size).toBe(1);
    const rest = replies.filter(({ status }) => status !== 200);
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set(rest.length ? [409] : []));
    expect(await booksOf(shop, id)).toMatchObject({ charges: 1, refunded: 0 });
    expect(await salesOf(id)).toBe(1);
    expect(await checkoutStateOf(shop, id)).toMatchObject({ checkout: 'completed', attempt: 1 });
  });

  it('charges once for one cart paid in 20 tabs', async () => {
    await article(shop, 'TABS', { stock: 50 });
    const [first] = await crowd(shop, 1, [['TABS', 1]]);
    const { visit, id } = first as NonNullable<typeof first>;
    const tabs = await inParallel(20, async () => {
      const [row] = await statement<{ id: string }>(
        shop.platform.db,
        `insert into checkout_sessions (id, session_id, cart_id, store_id, fulfillment_method, expires_at)
         select gen_random_uuid(), session_id, cart_id, store_id, 'ship', expires_at
         from checkout_sessions where id = $1 returning id`,
        [id],
      );
      return row?.id ?? '';
    });
    const replies = await inParallel(20, n => complete(nodeOf(n), visit, tabs[n] ?? ''));
    // The others find the cart in payment, or paid.
    const { 400: late = 0, 409: busy = 0, ...others } = tally(replies);
    expect({ ...others, refused: late + busy }).toEqual({ 200: 1, refused: 19 });
    expect(await chargesInAll(tabs)).toBe(1);
    expect(await levelOf(shop, 'TABS')).toEqual({ on_hand: 49, reserved: 0 });
  });
});

/** `RACE_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 20);

/** Whichever of two concurrent requests wins, payment, sale and checkout agree. */
async function outcomeOf(id: string): Promise<'placed' | 'given up'> {
  const { charged, refunded } = await booksOf(shop, id);
  const { checkout, sale, paid } = await checkoutStateOf(shop, id);
  if (checkout === 'completed') {
    expect({ sale, paid, kept: charged - refunded }).toEqual({
      sale: 'completed',
      paid: '15.83',
      kept: 1583,
    });
    return 'placed';
  }
  expect(charged - refunded).toBe(0);
  expect(['voided', 'expired', null]).toContain(sale);
  return 'given up';
}

async function rounds(
  sku: string,
  prepare: (person: Person) => Promise<void>,
  meet: (person: Person, n: number) => Promise<Reply | unknown>,
): Promise<Record<string, number>> {
  await article(shop, sku, { stock: ROUNDS });
  const people = await crowd(shop, ROUNDS, [[sku, 1]]);
  const outcomes: Record<string, number> = { placed: 0, 'given up': 0 };
  for (const [n, person] of people.entries()) {
    await prepare(person);
    await meet(person, n);
    const outcome = await outcomeOf(person.id);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  expect(await levelOf(shop, sku)).toEqual({
    on_hand: ROUNDS - (outcomes.placed ?? 0),
    reserved: 0,
  });
  return outcomes;
}

type Person = Awaited<ReturnType<typeof crowd>>[number];
const nothing = async (): Promise<void> => undefined;
const challenge = async ({ visit, id }: Person): Promise<void> => {
  const reply = await complete(shop, visit, id, { token: 'tok_challenge' });
  expect(reply.body.requires_action).toBe(true);
};
/** Starts either of two first, with a growing gap between them. */
const delayed = async (ms: number): Promise<void> => {
  if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms));
};

describe('two concurrent requests on one checkout', () => {
  it('cancel and complete', async () => {
    await rounds('MEET-CANCEL', nothing, async ({ visit, id }, n) => {
      const [completed, cancelled] = await Promise.all([
        complete(shop, visit, id),
        delayed(n % 25).then(() => cancel(other, visit, id)),
      ]);
      const both = [completed.status, cancelled.status];
      expect([
        [200, 400],
        [200, 409],
        [400, 200],
      ]).toContainEqual(both);
    });
  });

  it('cancel and confirm', async () => {
    await rounds('MEET-CONFIRM', challenge, async ({ visit, id }, n) => {
      const [confirmed, cancelled] = await Promise.all([
        delayed(n % 2 === 0 ? 0 : n / 10).then(() => confirm(shop, visit, id)),
        delayed(n % 2 === 0 ? n / 10 : 0).then(() => cancel(other, visit, id)),
      ]);
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual([confirmed.status, cancelled.status]);
    });
  });

  it("confirm and the processor's webhook", async () => {
    const outcomes = await rounds('MEET-HOOK', challenge, async ({ visit, id }) => {
      const [row] = await statement<{ intent: string }>(
        shop.platform.db,
        'select id as intent from sandbox_intents where idempotency_key = $1',
        [`${id}:1`],
      );
      const paymentIntentId = row?.intent ?? '';
      await statement(
        shop.platform.db,
        `update sandbox_intents set status = 'succeeded' where id = $1`,
        [paymentIntentId],
      );
      const said = {
        processorType: 'primary',
        paymentIntentId,
        outcome: {
          outcome: 'succeeded',
          paymentId: paymentIntentId,
          amountMinor: 1583,
          currency: 'USD',
        },
      } as const;
      const [confirmed] = await Promise.all([
        confirm(shop, visit, id),
        settleIntent(other.platform, said),
        confirm(other, visit, id),
        settleIntent(shop.platform, said),
      ]);
      expect(confirmed.status).toBe(200);
    });
    expect(outcomes).toEqual({ placed: ROUNDS, 'given up': 0 });
  });

  it('expire and confirm', async () => {
    await rounds('MEET-EXPIRY', challenge, async ({ visit, id }, n) => {
      await statement(
        shop.platform.db,
        `update checkout_sessions set expires_at = now() - interval '1 second' where id = $1`,
        [id],
      );
      await Promise.all([
        delayed(n % 2 === 0 ? 0 : n / 10).then(() => confirm(shop, visit, id)),
        delayed(n % 2 === 0 ? n / 10 : 0).then(() => recover(other, id)),
      ]);
      expect(['completed', 'expired', 'payment_failed']).toContain(
        (await checkoutStateOf(shop, id)).checkout,
      );
    });
  });
});
