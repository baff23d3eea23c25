import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import {
  atCheckout,
  checkoutStateOf,
  complete,
  openCheckoutShop,
  recover,
} from '../storefront/checkout-support.js';
import {
  byCookie,
  cookieIn,
  DOWNTOWN_ID,
  logInCustomer,
  type Shop,
  type Visit,
} from '../storefront/support.js';
import { type Counter, counterOf, mug } from '../transactions/support.js';
import { cash, fieldsOf, returnOne, sellCard } from './support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: true });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

/** 12.50, 5.00 of shipping, tax of 8.25 %. */
const TOTAL_MINOR = 1853;

/** A checkout of the demo's customer with a mug, in a visit of its own. */
async function checkout(): Promise<{ visit: Visit; id: string }> {
  const cookie = cookieIn(await logInCustomer(shop));
  const made = await shop.call('POST', '/web-commerce/session/create/', {
    headers: byCookie({ cookie }),
    body: { store_id: DOWNTOWN_ID },
  });
  const visit = { cartId: made.body.cart_id, token: '', cookie: cookieIn(made) || cookie };
  const headers = byCookie(visit);
  const added = await shop.call('POST', `/web-commerce/cart/${visit.cartId}/add/`, {
    headers,
    body: { sku: 'MUG-WHITE', quantity: 1 },
  });
  expect(added.status).toBe(200);
  const started = await shop.call('POST', '/web-commerce/checkout/initiate/', {
    headers,
    body: { cart_id: visit.cartId, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
  });
  return { visit, id: started.body.checkout.id };
}

const pay = (
  { visit, id }: { visit: Visit; id: string },
  form: Record<string, unknown>,
  token: string | null = 'tok_ok',
) => complete(shop, visit, id, { form, token, headers: byCookie(visit) });

const balances = async () => {
  const cookie = cookieIn(await logInCustomer(shop));
  const reply = await shop.call('GET', `/web-commerce/balances/?store_id=${DOWNTOWN_ID}`, {
    headers: byCookie({ cookie }, null),
  });
  expect(reply.status).toBe(200);
  return reply.body.balances;
};
const points = async (): Promise<number> => (await balances()).points;
const credit = async (): Promise<string> => (await balances()).credits[0]?.balance ?? '0.00';

/** Sets the points of the customer by an entry. */
async function givePoints(count: number): Promise<void> {
  await shop.settleEvents();
  await statement(
    shop.platform.db,
    `insert into value_entries (id, account_id, kind, amount, occurred_at)
     select gen_random_uuid(), id, case when $2 > balance then 'opening' else 'expired' end,
       $2 - balance, now() from value_accounts
     where kind = 'points' and customer_id = $1 and balance <> $2`,
    [customer.id, count],
  );
}

/** A store credit of the customer over a mug: 13.53. */
async function giveCredit(): Promise<void> {
  const sale = await counter.sold(cash('13.53'), mug({ customer_id: customer.id }));
  await returnOne(shop, counter, sale, 0, 'store_credit');
  await shop.settleEvents();
}

const paymentsOf = (checkoutId: string) =>
  statement<{ amount: string; status: string; code: string }>(
    shop.platform.db,
    `select p.amount, p.status, m.code from payments p
     join payment_methods m on m.id = p.payment_method_id
     join checkout_sessions c on c.transaction_id = p.transaction_id
     where c.id = $1 order by p.id desc`,
    [checkoutId],
  );

const broken = async () =>
  (await checkInvariants(shop.platform.db)).filter(check => check.offending > 0);

describe('points of the account pay in the web shop', () => {
  it('a part of the order, and the card pays the rest; a void gives both back', async () => {
    await givePoints(1000);
    expect(await balances()).toMatchObject({
      points: 1000,
      points_value: '0.0100',
      points_worth: '10.00',
      currency: 'USD',
      expiring: null,
      tier: null,
    });
    const order = await checkout();
    const reply = await pay(order, { points: 1000 });
    expect([reply.status, reply.body.success]).toEqual([200, true]);
    expect(await paymentsOf(order.id)).toMatchObject([
      { amount: '8.53', status: 'succeeded', code: 'card' },
      { amount: '10.00', status: 'succeeded', code: 'points' },
    ]);
    await shop.settleEvents();
    // The mug earns 12.
    expect(await points()).toBe(12);
    expect((await counter.voidSale(reply.body.transaction_id)).status).toBe(200);
    await shop.settleEvents();
    expect(await points()).toBe(1000);
  });

  it('all of it, without a charge and with no more points than needed', async () => {
    await givePoints(5000);
    const order = await checkout();
    const reply = await pay(order, { points: 5000 }, null);
    expect(reply.status).toBe(200);
    expect(await paymentsOf(order.id)).toMatchObject([{ amount: '18.53', code: 'points' }]);
    await shop.settleEvents();
    expect(await points()).toBe(5000 - TOTAL_MINOR + 12);
  });

  it('are held while the card is charged, and come back when it is declined', async () => {
    await givePoints(700);
    const order = await checkout();
    const declined = await pay(order, { points: 700 }, 'tok_declined');
    expect(declined.body.success).not.toBe(true);
    expect(await points()).toBe(700);
    expect((await pay(order, { points: 700 })).status).toBe(200);
    await shop.settleEvents();
    expect(await points()).toBe(12);
    expect(await broken()).toEqual([]);
  });

  it.each(['attempt_opened', 'charged', 'not_placed', 'settled'] as const)(
    'pay once or not at all if the process dies at %s',
    async point => {
      await givePoints(600);
      const order = await checkout();
      const restore = setCrashPoints(passed => {
        if (passed === point) throw new Error('the process died');
      });
      await pay(order, { points: 600 }).catch(() => undefined);
      restore();
      await recover(shop, order.id);
      await shop.settleEvents();
      const { checkout: state } = await checkoutStateOf(shop, order.id);
      expect([state, await points()]).toEqual(
        point === 'attempt_opened' ? ['payment_failed', 600] : ['completed', 12],
      );
    },
  );

  it('of one balance pay one of two checkouts', async () => {
    await givePoints(900);
    const orders = [await checkout(), await checkout(), await checkout()];
    const replies = await Promise.all(orders.map(order => pay(order, { points: 900 })));
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400, 400]);
    const refused = replies.filter(reply => reply.status === 400);
    expect(refused.map(reply => fieldsOf(reply)[1])).toEqual(Array(2).fill('INSUFFICIENT_BALANCE'));
    await shop.settleEvents();
    expect(await points()).toBe(12);
  });

  it('not of a guest, not more than there are, and not where they are worth nothing', async () => {
    await givePoints(100);
    const guest = await atCheckout(shop, [['MUG-WHITE', 1]], { fulfillment_method: 'ship' });
    for (const form of [{ points: 10 }, { use_store_credit: true }]) {
      const reply = await complete(shop, guest.visit, guest.id, { form });
      expect([reply.status, reply.body.code]).toEqual([400, 'CUSTOMER_REQUIRED']);
    }
    const order = await checkout();
    const many = await pay(order, { points: 101 });
    expect([many.status, many.body.code]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    const token = await shop.officeToken('admin');
    const value = (points_value: string) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', { token, body: { points_value } });
    await value('0');
    const none = await pay(order, { points: 100 });
    expect([none.status, none.body.code]).toEqual([400, 'METHOD_NOT_USABLE']);
    await value('0.01');
    expect(await paymentsOf(order.id)).toEqual([]);
    expect(await points()).toBe(100);
  });
});

describe('store credit of the account pays in the web shop', () => {
  it('the oldest first, together with a gift card, points and a card', async () => {
    await giveCredit();
    await givePoints(200);
    const { code } = await sellCard(counter, '1.00');
    const order = await checkout();
    const form = { gift_card_code: code, use_store_credit: true, points: 200 };
    const reply = await pay(order, form);
    expect(reply.status).toBe(200);
    expect(await paymentsOf(order.id)).toMatchObject([
      { amount: '2.00', code: 'card' },
      { amount: '1.00', code: 'gift_card' },
      { amount: '13.53', code: 'store_credit' },
      { amount: '2.00', code: 'points' },
    ]);
    expect(await credit()).toBe('0.00');
    expect((await counter.voidSale(reply.body.transaction_id)).status).toBe(200);
    await shop.settleEvents();
    expect([await credit(), await points()]).toEqual(['13.53', 200]);
    expect(await broken()).toEqual([]);
  });

  it('of one balance pays one of two checkouts', async () => {
    const orders = [await checkout(), await checkout()];
    const replies = await Promise.all(orders.map(order => pay(order, { use_store_credit: true })));
    const paid = await Promise.all(orders.map(order => paymentsOf(order.id)));
    const byCredit = paid.flat().filter(one => one.code === 'store_credit');
    expect(byCredit.map(one => [one.amount, one.status])).toEqual([['13.53', 'succeeded']]);
    expect(replies.every(reply => reply.status === 200 || reply.status === 400)).toBe(true);
    expect(await credit()).toBe('0.00');
  });
});
