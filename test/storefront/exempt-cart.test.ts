import { afterAll, beforeAll, expect, it } from 'vitest';
import { customer } from '../../src/seed/data.js';
import { complete, openCheckoutShop } from './checkout-support.js';
import {
  add,
  byCookie,
  cookieIn,
  DOWNTOWN_ID,
  logInCustomer,
  openVisit,
  type Shop,
} from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: false });
});
afterAll(() => shop.close());

async function cartOf(storeId: string) {
  const cookie = cookieIn(await logInCustomer(shop));
  const opened = await shop.call('POST', '/web-commerce/session/create/', {
    headers: byCookie({ cookie }),
    body: { store_id: storeId },
  });
  const headers = byCookie({ cookie: cookieIn(opened) || cookie });
  const path = `/web-commerce/cart/${opened.body.cart_id}/`;
  const added = await shop.call('POST', `${path}add/`, {
    headers,
    body: { sku: 'MUG-WHITE', quantity: 2 },
  });
  expect(added.status).toBe(200);
  return { id: opened.body.cart_id as string, headers, path, added: added.body.cart };
}

const sums = (cart: Record<string, string>) => [
  cart.subtotal,
  cart.estimated_tax,
  cart.estimated_total,
];
const exempt = async (reason: string | null) =>
  shop.call('PATCH', `/users/${customer.id}/`, {
    token: await shop.officeToken('admin'),
    body: { tax_exemption: reason },
  });

it('shows the cart of an exempt customer as the order charges it', async () => {
  expect(sums((await cartOf(DOWNTOWN_ID)).added)).toEqual(['25.00', '2.06', '27.06']);
  expect((await exempt('Embassy 12')).status).toBe(200);
  const cart = await cartOf(DOWNTOWN_ID);
  const shown = await shop.call('GET', cart.path, { headers: cart.headers });
  for (const one of [cart.added, shown.body]) {
    expect(sums(one)).toEqual(['25.00', '0.00', '25.00']);
  }
  const started = await shop.call('POST', '/web-commerce/checkout/initiate/', {
    headers: cart.headers,
    body: { cart_id: cart.id, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
  });
  expect(started.body.checkout.totals).toMatchObject({ tax: '0.00', total: '25.00' });
  const visit = { cartId: cart.id, token: '', cookie: '' };
  const placed = await complete(shop, visit, started.body.checkout.id, { headers: cart.headers });
  // With the parcel of 5.00.
  expect([placed.status, placed.body.total_amount]).toEqual([200, '30.00']);
  await exempt(null);
});

it('shows a guest the tax, also of a cart whose customer is exempt elsewhere', async () => {
  await exempt('Embassy 12');
  const reply = await add(shop, await openVisit(shop), 'MUG-WHITE', 2);
  expect(sums(reply.body.cart)).toEqual(['25.00', '2.06', '27.06']);
  await exempt(null);
});
