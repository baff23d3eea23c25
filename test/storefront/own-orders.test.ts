import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { writeMail } from '../support/mails.js';
import { basket, counterOf, MUG } from '../transactions/support.js';
import { type Account, deliver, follow, mailsAbout, orderAs, signIn } from './account-support.js';
import { article, levelOf, openCheckoutShop } from './checkout-support.js';
import { byCookie, type Shop } from './support.js';

let shop: Shop;
let account: Account;
let stranger: Account;
beforeAll(async () => {
  shop = await openCheckoutShop();
  await statement(shop.platform.db, 'update transactions set customer_id = null');
  await article(shop, 'OWN-1', { price: '10.00', stock: 100 });
  account = await signIn(shop);
  stranger = await signIn(shop, 'manager', 'manager-demo');
});
afterAll(() => shop.close());

const numbers = (orders: { transaction_id: string }[]) => orders.map(one => one.transaction_id);
const refundsOf = (number: string) =>
  statement<{ amount: string; status: string }>(
    shop.platform.db,
    `select r.amount, r.status from refunds r join transactions t on t.id = r.transaction_id
     where t.transaction_number = $1 order by r.id`,
    [number],
  );

describe('the orders of an account', () => {
  it('lists orders of the shop and purchases at tills, newest first, page by page', async () => {
    const web = await orderAs(shop, account, [['OWN-1', 2]]);
    const till = await counterOf(shop).sold(
      { payment_method_id: 'cash' },
      basket([MUG], '1.03', { customer_id: customer.id }),
    );
    const { body } = await account.orders();
    expect(numbers(body)).toEqual([till, web]);
    expect(body[0]).toMatchObject({
      channel: 'store',
      status: 'completed',
      store: { name: 'Tillhouse Downtown', time_zone: 'America/New_York' },
      currency: 'USD',
      total_amount: '13.53',
      total_paid: '13.53',
      item_count: 1,
      items: [{ sku: 'MUG-WHITE', description: 'White Mug', quantity: 1 }],
      fulfillments: [],
      can_cancel: false,
      can_return: true,
    });
    expect(body[0].receipt_url).toMatch(/^http:\/\/shop\.test\/receipts\/[\w-]{43}\/$/);
    expect(body[1]).toMatchObject({
      channel: 'web',
      status: 'completed',
      item_count: 2,
      fulfillments: [{ fulfillment_type: 'ship', status: 'pending', tracking: [] }],
      can_cancel: true,
      can_return: false,
    });
    const first = await account.orders('?limit=1');
    expect(numbers(first.body)).toEqual([till]);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await account.call('GET', next);
    expect([numbers(second.body), second.headers.link]).toEqual([[web], undefined]);
    expect(
      numbers((await shop.call('GET', '/web-commerce/orders/', { token: account.token })).body),
    ).toEqual([till, web]);
  });

  it('leaves out a basket that nobody paid or ordered', async () => {
    const before = numbers((await account.orders()).body);
    await counterOf(shop).ring(basket([MUG], '1.03', { customer_id: customer.id }));
    expect(numbers((await account.orders()).body)).toEqual(before);
  });

  it('shows goods, payments and parcels of one order', async () => {
    const number = await orderAs(shop, account, [['OWN-1', 3]]);
    await deliver(shop, number, 'ship', { carrier_name: 'UPS', tracking_number: '1Z42' });
    const { status, body } = await account.order(number);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      transaction_id: number,
      subtotal: '30.00',
      shipping_amount: '5.00',
      line_items: [
        {
          sku: 'OWN-1',
          product_slug: 'own-1',
          quantity: 3,
          returned_quantity: 0,
          returnable_quantity: 3,
          subtotal: '30.00',
        },
      ],
      payments: [{ method: 'Card', method_type: 'card', amount: body.total_amount }],
      refunds: [],
      billing_address: null,
      deliveries: [
        {
          status: 'shipped',
          shipping_address: {
            firstName: 'Ada',
            lastName: 'Byron',
            address: '1 Park Avenue',
            city: 'New York',
            region: 'NY',
            postalCode: '10016',
            country: 'US',
          },
          shipments: [
            {
              carrier_name: 'UPS',
              tracking_number: '1Z42',
              tracking_url: 'https://www.ups.com/track?tracknum=1Z42',
              status: 'shipped',
            },
          ],
        },
      ],
      returns: [],
      can_cancel: false,
      can_return: true,
    });
    const german = { 'accept-language': 'de-DE' };
    const url = `/web-commerce/orders/${number}/`;
    const [paid] = (await account.call('GET', url, undefined, german)).body.payments;
    expect(paid.method).toBe('Karte');
    const { db } = shop.platform;
    await statement(db, `update payment_methods set name = 'Second processor' where code = 'card'`);
    expect((await account.order(number)).body.payments[0].method).toBe('Card');
    await statement(db, `update payment_methods set name = 'Card' where code = 'card'`);
    const [listed] = (await account.orders('?limit=1')).body;
    expect(listed.fulfillments[0].tracking).toEqual([
      {
        carrier_name: 'UPS',
        tracking_number: '1Z42',
        tracking_url: 'https://www.ups.com/track?tracknum=1Z42',
        status: 'shipped',
      },
    ]);
  });

  it('leads to the products that are still on sale', async () => {
    await article(shop, 'OWN-GONE', { stock: 5 });
    const number = await orderAs(shop, account, [
      ['OWN-1', 1],
      ['OWN-GONE', 1],
    ]);
    const slugs = async () =>
      (await account.order(number)).body.line_items.map(
        (line: { product_slug: string | null }) => line.product_slug,
      );
    expect((await slugs()).sort()).toEqual(['own-1', 'own-gone']);
    await statement(shop.platform.db, `update products set is_active = false where slug = $1`, [
      'own-gone',
    ]);
    expect(await slugs()).toEqual(expect.arrayContaining(['own-1', null]));
  });

  it('needs a login, and answers an order of somebody else like a missing one', async () => {
    const number = await orderAs(shop, account, [['OWN-1', 1]]);
    expect((await shop.call('GET', '/web-commerce/orders/')).status).toBe(401);
    expect((await shop.call('GET', `/web-commerce/orders/${number}/`)).status).toBe(401);
    const foreign = await stranger.order(number);
    const missing = await stranger.order('TXN-20260101-00000000');
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    expect(foreign.body).toMatchObject({ success: false, code: 'ORDER_NOT_FOUND' });
    expect((await stranger.orders()).body).toEqual([]);
    const till = await shop.tillToken();
    expect(await shop.call('GET', '/web-commerce/orders/', { token: till })).toMatchObject({
      status: 403,
      body: { code: 'WEB_SESSION_REQUIRED' },
    });
  });
});

describe('cancelling an order', () => {
  it('before packing gives money and goods back and sends the mails', async () => {
    const before = await levelOf(shop, 'OWN-1');
    const number = await orderAs(shop, account, [['OWN-1', 2]]);
    const { status, body } = await account.cancel(number, { reason: 'Ordered twice' });
    expect([status, body.status, body.deliveries[0].status, body.can_cancel]).toEqual([
      200,
      'refunded',
      'cancelled',
      false,
    ]);
    expect(await refundsOf(number)).toEqual([{ amount: body.total_amount, status: 'succeeded' }]);
    expect(body.refunds).toMatchObject([{ amount: body.total_amount, way: 'processor' }]);
    expect(body.returns).toEqual([]);
    expect(await levelOf(shop, 'OWN-1')).toEqual(before);
    const about = async (purpose: string) =>
      (await mailsAbout(shop, purpose)).filter(mail => mail.subject.includes(number));
    const [cancelled] = await about('order_cancelled');
    expect(cancelled?.body_text).toContain('Reason: Cancelled by the customer');
    expect(cancelled?.body_html).toContain('Reason: Cancelled by the customer');
    expect(cancelled?.body_text).not.toContain('Ordered twice');
    await follow(shop, /^storefront:mail-refunds/);
    await follow(shop, /^storefront:mail-refunds/);
    const refunded = await about('order_refunded');
    expect(refunded).toHaveLength(1);
    const money = `${body.total_amount} USD`;
    expect(refunded[0]?.body_text).toBe(`\
Tillhouse Downtown has refunded ${money} to you.

Order: ${number}
Order total: ${money}
Refunded now: ${money}
Refunded in total: ${money}
How: To the card or account that you paid with

It can take a few days until your bank shows the amount.
`);
  });

  it('is mailed in the words of the store, with the sums of the refund', async () => {
    await writeMail(shop, 'DOWNTOWN/order_refunded/en', {
      subject: '{amount} for {number}',
      intro: 'Your money is on its way.',
      closing: 'See you at {store}',
    });
    const number = await orderAs(shop, account, [['OWN-1', 1]]);
    const { total_amount: total } = (await account.cancel(number)).body;
    await follow(shop, /^storefront:mail-refunds/);
    await follow(shop, /^storefront:mail-refunds/);
    const mails = (await mailsAbout(shop, 'order_refunded')).filter(mail =>
      mail.subject.includes(number),
    );
    expect(mails.map(mail => mail.subject)).toEqual([`${total} USD for ${number}`]);
    expect(mails[0]?.body_text).toMatch(/^Your money is on its way\.\n\nOrder: TXN-/);
    expect(mails[0]?.body_text).toContain(`Refunded now: ${total} USD\n`);
    expect(mails[0]?.body_text.trimEnd().endsWith('See you at Tillhouse Downtown')).toBe(true);
  });

  it('twice, with and without a key, refunds once', async () => {
    const number = await orderAs(shop, account, [['OWN-1', 1]]);
    const key = { 'idempotency-key': 'cancel-1' };
    const first = await account.cancel(number, {}, key);
    const again = await account.cancel(number, {}, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const third = await account.cancel(number);
    expect([third.status, third.body.status]).toEqual([200, 'refunded']);
    expect(await refundsOf(number)).toHaveLength(1);
  });

  it('by two tabs at once refunds once', async () => {
    const number = await orderAs(shop, account, [['OWN-1', 1]]);
    const replies = await Promise.all([account.cancel(number), account.cancel(number)]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, expect.any(Number)]);
    expect(await refundsOf(number)).toHaveLength(1);
  });

  it('ends an order that is paid at the store', async () => {
    const number = await orderAs(shop, account, [['OWN-1', 1]], {
      method: 'pay_at_store',
      fulfillment: 'pickup',
    });
    const { body } = await account.cancel(number);
    expect([body.status, body.refunds]).toEqual(['voided', []]);
  });

  it('is refused once the store packs the order, and changes nothing', async () => {
    const number = await orderAs(shop, account, [['OWN-1', 1]]);
    await deliver(shop, number, 'process');
    const before = (await account.order(number)).body;
    expect(before.can_cancel).toBe(false);
    expect(await account.cancel(number)).toMatchObject({
      status: 409,
      body: { code: 'ORDER_PACKED' },
    });
    await deliver(shop, number, 'ship', { carrier_name: 'UPS' });
    expect(await account.cancel(number)).toMatchObject({
      status: 409,
      body: { code: 'NOT_CANCELLABLE' },
    });
    expect((await account.order(number)).body.status).toBe(before.status);
    expect(await refundsOf(number)).toEqual([]);
  });

  it('is refused for a purchase at a till, and for a stranger', async () => {
    const till = await counterOf(shop).sold(
      { payment_method_id: 'cash' },
      basket([MUG], '1.03', { customer_id: customer.id }),
    );
    expect(await account.cancel(till)).toMatchObject({
      status: 409,
      body: { code: 'NOT_CANCELLABLE' },
    });
    const number = await orderAs(shop, account, [['OWN-1', 1]]);
    expect((await stranger.cancel(number)).status).toBe(404);
    const page = { headers: byCookie(account, 'http://evil.test') };
    const url = `/web-commerce/orders/${number}/cancel/`;
    expect((await shop.call('POST', url, page)).status).toBe(403);
    expect((await account.order(number)).body.status).toBe('completed');
    expect(await refundsOf(number)).toEqual([]);
  });
});
