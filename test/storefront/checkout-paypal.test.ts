import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPaypalDouble } from '../payments/doubles/paypal.js';
import {
  article,
  atCheckout,
  cancel,
  checkoutStateOf,
  complete,
  confirm,
  levelOf,
  openCheckoutShop,
  recover,
} from './checkout-support.js';
import { DOWNTOWN_ID, type Shop } from './support.js';

/** The shopper leaves for PayPal's page, and comes back or does not. */
let shop: Shop;
let vendor: Awaited<ReturnType<typeof startPaypalDouble>>;
let charged: number;
beforeAll(async () => {
  vendor = await startPaypalDouble();
  shop = await openCheckoutShop({
    env: {
      PUBLIC_URL: 'https://shop.example',
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_API_BASE: vendor.url,
    },
  });
  await article(shop, 'BY-PAYPAL', { price: '10.00', stock: 100 });
  const made = await shop.call('POST', '/payment-methods/', {
    token: await shop.officeToken('admin'),
    body: {
      code: 'paypal',
      name: 'PayPal',
      method_type: 'card',
      processor_type: 'paypal',
      is_online_available: true,
    },
  });
  expect(made.status).toBe(201);
});
afterAll(async () => {
  await shop.close();
  await vendor.close();
});
beforeEach(() => {
  charged = vendor.charged().length;
});

/** A shopper whom the shop sends to PayPal. */
async function leaving() {
  const { visit, id } = await atCheckout(shop, [['BY-PAYPAL', 1]]);
  const { status, body } = await complete(shop, visit, id, { method: 'paypal', token: null });
  const order = String(body.payment_intent_id);
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      requires_action: true,
      transaction_id: expect.stringMatching(/^TXN-/),
      payment_intent_id: order,
      client_secret: `https://pay.example/${order}`,
    },
  ]);
  return { visit, id, order, body };
}

const charges = () => vendor.charged().slice(charged);

it('is offered in the shop as a page to which the shopper goes', async () => {
  const { body } = await shop.call(
    'GET',
    `/web-commerce/payment-methods/?store_id=${DOWNTOWN_ID}&language=de`,
  );
  expect(body.payment_methods).toContainEqual(
    expect.objectContaining({
      name: 'PayPal',
      card_form: { kind: 'redirect', publishable_key: null },
    }),
  );
});

it('charges once the shopper has approved and is back', async () => {
  const { visit, id, order, body } = await leaving();
  expect(vendor.pageOf(order)).toMatchObject({
    return_url: 'https://shop.example/app/shop/checkout/bank',
    cancel_url: 'https://shop.example/app/shop/checkout/bank?cancelled=1',
  });
  const early = await confirm(shop, visit, id);
  expect([early.status, early.body]).toEqual([200, body]);
  expect(charges()).toEqual([]);
  vendor.approve(order);
  for (const _ of [1, 2]) {
    const done = await confirm(shop, visit, id);
    expect([done.status, done.body.total_amount]).toEqual([200, '15.83']);
  }
  expect(charges()).toEqual([1583]);
  expect(await checkoutStateOf(shop, id)).toMatchObject({
    checkout: 'completed',
    sale: 'completed',
  });
});

it('places the order of a shopper who has approved and does not come back', async () => {
  const { id, order } = await leaving();
  await recover(shop, id);
  expect((await checkoutStateOf(shop, id)).checkout).toBe('payment_requires_action');
  vendor.approve(order);
  await recover(shop, id);
  expect(await checkoutStateOf(shop, id)).toMatchObject({
    checkout: 'completed',
    sale: 'completed',
  });
  expect(charges()).toEqual([1583]);
});

it('charges nothing that is approved after the shopper cancelled here', async () => {
  const before = await levelOf(shop, 'BY-PAYPAL');
  const { visit, id, order } = await leaving();
  expect((await cancel(shop, visit, id)).status).toBe(200);
  vendor.approve(order);
  await recover(shop, id);
  expect((await confirm(shop, visit, id)).body.code).toBe('CHECKOUT_CANCELLED');
  expect(await checkoutStateOf(shop, id)).toMatchObject({ checkout: 'cancelled', sale: 'voided' });
  expect(await levelOf(shop, 'BY-PAYPAL')).toEqual(before);
  expect(charges()).toEqual([]);
});
