import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindOfCarts } from '../../src/domains/storefront/alerts/remind-of-carts.js';
import { type Account, mailsAbout, orderAs, signIn } from './account-support.js';
import { article, openCheckoutShop } from './checkout-support.js';
import { cartPath, DOWNTOWN_ID, movableClock, type Shop } from './support.js';

const HOUR_MS = 60 * 60_000;

let shop: Shop;
let account: Account;
const clock = movableClock();
beforeAll(async () => {
  shop = await openCheckoutShop({ clock });
  await article(shop, 'CART-1', { stock: 100 });
  account = await signIn(shop);
});
afterAll(() => shop.close());

const allow = (consent: boolean) =>
  account.call('PUT', '/web-commerce/account/mail-consent/', { consent });
async function fill(): Promise<void> {
  const started = await account.call('POST', '/web-commerce/session/create/', {
    store_id: DOWNTOWN_ID,
  });
  const added = await account.call('POST', cartPath(started.body.cart_id, 'add'), {
    sku: 'CART-1',
    quantity: 2,
  });
  expect(added.status).toBe(200);
}
const mails = () => mailsAbout(shop, 'cart_reminder');

describe('the reminder of a cart', () => {
  it('is not sent without consent', async () => {
    await fill();
    clock.advance(4 * HOUR_MS);
    await remindOfCarts(shop.platform);
    expect(await mails()).toEqual([]);
  });

  it('is sent once for a cart that was left for three hours', async () => {
    await allow(true);
    await fill();
    clock.advance(2 * HOUR_MS);
    await remindOfCarts(shop.platform);
    expect(await mails()).toEqual([]);
    clock.advance(2 * HOUR_MS);
    await Promise.all([remindOfCarts(shop.platform), remindOfCarts(shop.platform)]);
    await remindOfCarts(shop.platform);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your cart is waiting');
    expect(mail?.body_text).toContain('Goods: 2 x CART-1');
    expect(mail?.body_text).toMatch(/http:\/\/shop\.test\/app\/shop\/unsubscribe#\S+/);
  });

  it('is not sent after an order', async () => {
    const before = (await mails()).length;
    await orderAs(shop, account, [['CART-1', 1]]);
    clock.advance(4 * HOUR_MS);
    await remindOfCarts(shop.platform);
    expect(await mails()).toHaveLength(before);
  });

  it('is not sent after the consent was withdrawn', async () => {
    const before = (await mails()).length;
    await fill();
    await allow(false);
    clock.advance(4 * HOUR_MS);
    await remindOfCarts(shop.platform);
    expect(await mails()).toHaveLength(before);
  });
});
