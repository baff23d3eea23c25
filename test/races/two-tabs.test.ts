import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { statement } from '../../src/platform/database/tx.js';
import { cardOf, sellCard } from '../stored-value/support.js';
import {
  article,
  booksOf,
  complete,
  initiate,
  levelOf,
  openCheckoutShop,
  type Payment,
  shopper,
  tomorrow,
} from '../storefront/checkout-support.js';
import type { Reply, Shop } from '../storefront/support.js';
import { waitingForLocks } from '../support/locks.js';
import { counterOf } from '../transactions/support.js';

/**
 * One cart has a checkout in each of two tabs. One tab pays by card, which opens an attempt; the
 * other completes without a charge, which opens none.
 */
let shop: Shop;
let till: pg.Client;
beforeAll(async () => {
  shop = await openCheckoutShop();
  till = new pg.Client({ connectionString: shop.url });
  await till.connect();
});
let restore = () => {};
afterEach(() => restore());
afterAll(async () => {
  await till.end();
  expect((await checkInvariants(shop.platform.db)).filter(check => check.offending > 0)).toEqual(
    [],
  );
  await shop.close();
});

type Uncharged = { price: string; isPickup: boolean; pay: (giftCard: string) => Payment };

const uncharged: Record<string, Uncharged> = {
  'a gift card that covers the order': {
    price: '10.00',
    isPickup: false,
    pay: code => ({ method: 'gift_card', token: null, form: { gift_card_code: code } }),
  },
  'a total of zero': { price: '0.00', isPickup: true, pay: () => ({}) },
  'paying at the store': {
    price: '10.00',
    isPickup: true,
    pay: () => ({ method: 'pay_at_store', token: null }),
  },
};

/** The first opens its attempt in one statement, the second in a transaction with locks. */
const charged: Record<string, (smallCard: string) => Payment> = {
  'a card': () => ({}),
  'a card and a small gift card': code => ({ form: { gift_card_code: code } }),
};

const cases = Object.keys(charged).flatMap(card =>
  Object.keys(uncharged).map((other, n) => ({ card, other, key: `${card.length}-${n}` })),
);
type Case = (typeof cases)[number];

/** Both tabs at their last step, and the goods locked, as a till does that sells them. */
async function tabsOf(sku: string, { card, other }: Case) {
  const way = uncharged[other] as Uncharged;
  await article(shop, sku, { price: way.price, stock: 10 });
  const visit = await shopper(shop, [[sku, 1]]);
  const begin = async (isPickup: boolean): Promise<string> => {
    const pickup = { fulfillment_method: 'pickup', pickup_scheduled_time: tomorrow(shop) };
    const reply = await initiate(shop, visit, isPickup ? pickup : {});
    expect(reply.status).toBe(201);
    return reply.body.checkout.id;
  };
  const [byCard, without] = [await begin(false), await begin(way.isPickup)];
  const counter = counterOf(shop);
  const [{ code: small }, { code: large }] = [
    await sellCard(counter, '2.00'),
    await sellCard(counter, '100.00'),
  ];
  const email = `${sku.toLowerCase()}@example.com`;
  const pay = (id: string, { form, ...payment }: Payment): Promise<Reply> =>
    complete(shop, visit, id, { ...payment, form: { email, ...form } });
  await till.query('begin');
  await till.query(
    `select from inventory_levels where variant_id =
       (select id from product_variants where sku = $1) for update`,
    [sku],
  );
  return {
    byCard,
    payByCard: () => pay(byCard, charged[card]?.(small) as Payment),
    payWithout: () => pay(without, way.pay(large)),
    /** Orders of the cart, charges of the card, value left on the gift cards, stock. */
    outcome: async () => ({
      orders: await ordersOf(visit.cartId),
      charges: (await booksOf(shop, byCard)).charges,
      small: (await cardOf(shop, small)).balance,
      large: (await cardOf(shop, large)).balance,
      ...(await levelOf(shop, sku)),
    }),
  };
}

async function ordersOf(cartId: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    shop.platform.db,
    `select c.id from checkout_sessions c join transactions t on t.id = c.transaction_id
     where c.cart_id = $1 and t.status in ('pending', 'completed')`,
    [cartId],
  );
  return rows.map(({ id }) => id);
}

const waiting = (count: number) => expect.poll(() => waitingForLocks(shop.platform.db)).toBe(count);

describe('one cart in two tabs', () => {
  it.each(cases)('$card opens first, then $other: the card alone pays', async one => {
    const tabs = await tabsOf(`CARD-FIRST-${one.key}`, one);
    let second: Promise<Reply> | undefined;
    // The charge begins when the other tab has its answer.
    restore = setCrashPoints(async point => {
      if (point === 'attempt_opened') await second;
    });
    const first = tabs.payByCard();
    await waiting(1);
    second = tabs.payWithout();
    await waiting(2);
    await till.query('rollback');
    const refused = await second;
    expect([refused.status, refused.body.code]).toEqual([409, 'CHECKOUT_BUSY']);
    expect((await first).status).toBe(200);
    expect(await tabs.outcome()).toEqual({
      orders: [tabs.byCard],
      charges: 1,
      small: one.card === 'a card' ? '2.00' : '0.00',
      large: '100.00',
      on_hand: 9,
      reserved: 0,
    });
  });

  it.each(cases)('$other is first, then $card: nothing is charged', async one => {
    const tabs = await tabsOf(`CARD-SECOND-${one.key}`, one);
    const first = tabs.payWithout();
    await waiting(1);
    const second = tabs.payByCard();
    await waiting(2);
    await till.query('rollback');
    expect((await first).status).toBe(200);
    const refused = await second;
    expect([refused.status, refused.body.code]).toEqual([400, 'CART_NOT_ACTIVE']);
    const isUnpaid = one.other === 'paying at the store';
    expect(await tabs.outcome()).toEqual({
      orders: [expect.not.stringMatching(tabs.byCard)],
      charges: 0,
      small: '2.00',
      large: one.other.startsWith('a gift card') ? '84.17' : '100.00',
      on_hand: isUnpaid ? 10 : 9,
      reserved: isUnpaid ? 1 : 0,
    });
  });
});
