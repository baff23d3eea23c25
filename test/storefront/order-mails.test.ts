import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUpMail } from '../support/mail-sums.js';
import { mailsTo as mailsOf } from '../support/mails.js';
import {
  ADDRESS,
  atCheckout,
  complete,
  FORM,
  initiate,
  openCheckoutShop,
  type Payment,
  shopper,
  tomorrow,
} from './checkout-support.js';
import { byToken, cartPath, type Shop } from './support.js';

let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: false });
  manager = await shop.officeToken();
  const post = (url: string, body: object) => shop.call('POST', url, { token: manager, body });
  const { body } = await post('/promotions/', {
    name: 'A tenth off',
    kind: 'percentage',
    value: '10',
    requires_code: true,
  });
  await post('/promo-codes/', { code: 'TENTH', promotion_id: body.id });
});
afterAll(() => shop.close());

const mailsTo = (email: string) => mailsOf(shop, email);

/** The cells of the tables in a mail's HTML, row by row. */
const cellsOf = (html: string | null) =>
  [...(html ?? '').matchAll(/<tr[^>]*><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)].map(
    ([, label, amount]) => [label, amount],
  );

async function shippedOrder(email: string): Promise<string> {
  const visit = await shopper(shop, [
    ['TEE-BLACK-L', 3],
    ['BEANS-1KG', 1],
  ]);
  const promo = await shop.call('POST', cartPath(visit.cartId, 'promo'), {
    headers: byToken(visit),
    body: { code: 'TENTH' },
  });
  expect(promo.status).toBe(200);
  const checkout = (await initiate(shop, visit)).body.checkout.id;
  const reply = await complete(shop, visit, checkout, { form: { email } });
  expect(reply.status).toBe(200);
  return reply.body.transaction_id;
}

const BILL = {
  firstName: 'Charles',
  lastName: 'Babbage',
  company: 'Engines Ltd',
  address: '1 Dorset Street',
  city: 'London',
  postalCode: 'W1U 4EG',
  country: 'GB',
};

describe('a billing address', () => {
  const place = async (email: string, form: object, more: Payment = {}) => {
    const { visit, id } = await atCheckout(shop);
    const reply = await complete(shop, visit, id, { form: { email, ...form }, ...more });
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const billingOf = async (number: string) => {
    const reply = await shop.call('GET', `/fulfillments/?transaction=${number}`, {
      token: manager,
    });
    return reply.body[0].billing_address;
  };
  const elsewhere = { billing_same_as_shipping: false, billing_address: BILL };

  it('is kept with a paid order and mailed; a guest page shows its city only', async () => {
    const email = 'bill@example.com';
    const order = await place(email, elsewhere);
    expect(await billingOf(order.transaction_id)).toEqual(BILL);
    const [mail] = await mailsTo(email);
    expect(mail?.body_text).toContain(`
Billing address:
Charles Babbage
Engines Ltd
1 Dorset Street
London
W1U 4EG
United Kingdom

`);
    const guest = await shop.call('POST', '/web-commerce/guest-order/', {
      body: { access_token: order.receipt_token },
    });
    expect(guest.body.billing_city).toBe('London');
    expect(guest.text).not.toMatch(/Dorset|Babbage|W1U/);
  });

  it.each([
    ['that is said to be the same', { ...elsewhere, billing_same_as_shipping: true }],
    [
      'with another phone number only',
      { ...elsewhere, billing_address: { ...ADDRESS, phone: '+12125550100' } },
    ],
    [
      'without a street',
      { ...elsewhere, billing_address: { firstName: 'Charles', lastName: 'Babbage' } },
    ],
  ])('%s is not kept', async (kind, form) => {
    const email = `${kind.replaceAll(' ', '-')}@example.com`;
    const order = await place(email, form);
    expect(await billingOf(order.transaction_id)).toBeNull();
    const [mail] = await mailsTo(email);
    expect(mail?.body_text).not.toContain('Billing address');
  });

  it('carries no link into a mail, and no words into that of an unpaid order', async () => {
    const billing_address = {
      ...BILL,
      company: 'Win at https://evil.example/now',
      address: `Write to win@evil.example, ${'word '.repeat(20)}`.trim(),
    };
    const paid = await place('linked@example.com', { ...elsewhere, billing_address });
    expect(await billingOf(paid.transaction_id)).toEqual(billing_address);
    const [linked] = await mailsTo('linked@example.com');
    expect(linked?.body_text).toContain('Win at https evil. example/now');
    expect(linked?.body_text).toContain(
      `Write to win evil. example, ${'word '.repeat(20)}`.slice(0, 80),
    );
    expect(linked?.body_text).not.toContain('word '.repeat(12));
    expect(`${linked?.body_text}${linked?.body_html}`).not.toMatch(/evil\.example/);
    expect(linked?.body_html).not.toContain('href="https://evil');
    const visit = await shopper(shop);
    const started = await initiate(shop, visit, {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    const unpaid = await complete(shop, visit, started.body.checkout.id, {
      method: 'pay_at_store',
      token: null,
      form: { ...elsewhere, email: 'unpaid@example.com', shipping_address: null, billing_address },
    });
    expect(unpaid.status).toBe(200);
    expect(await billingOf(unpaid.body.transaction_id)).toEqual(billing_address);
    const [mail] = await mailsTo('unpaid@example.com');
    expect(mail?.body_text).not.toMatch(/evil|Dorset/);
  });
});

describe('the mails of a shipped order', () => {
  it('say where it goes, how and in how many days', async () => {
    const email = 'there@example.com';
    const { visit, id } = await atCheckout(shop);
    const express = { ...FORM.delivery_method, id: 'express' };
    const form = { email, delivery_method: express };
    expect((await complete(shop, visit, id, { form })).status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail?.body_text).toContain(`
Delivery address:
Ada Byron
1 Park Avenue
New York, NY 10016
United States

Delivery: Express, 1 working day

Follow your order: `);
    expect(mail?.body_html).toContain('<p>Delivery address:<br>Ada Byron<br>1 Park Avenue<br>');
    expect(mail?.body_text).not.toContain('Pick it up');
  });

  it('carry no link of the address', async () => {
    const email = 'linked-delivery@example.com';
    const { visit, id } = await atCheckout(shop);
    const shipping_address = { ...ADDRESS, company: 'Win at https://evil.example/now' };
    const form = { email, shipping_address };
    expect((await complete(shop, visit, id, { form })).status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail?.body_text).toContain('\nWin at https evil. example/now\n');
    expect(`${mail?.body_text}${mail?.body_html}`).not.toMatch(/evil\.example/);
  });

  it('list lines, discount, shipping and tax that add up to the total', async () => {
    const email = 'sums@example.com';
    const sale = await shippedOrder(email);
    const [confirmation, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(confirmation?.purpose).toBe('order-confirmation');
    // 10 % of 93.00; 8.25 % of 67.50, because beans are exempt; a parcel costs 5.00.
    const sums = {
      lines: [
        [3, 'Black Tee, Size L', '75.00'],
        [1, 'House Coffee Beans 1 kg', '18.00'],
      ],
      subtotal: '93.00',
      discount: '-9.30',
      shipping: '5.00',
      tax: '5.57',
      total: '94.27',
    };
    expect(addUpMail(confirmation?.body_text ?? '')).toEqual(sums);
    expect(cellsOf(confirmation?.body_html ?? null)).toEqual([
      ['3 x Black Tee, Size L', '75.00'],
      ['1 x House Coffee Beans 1 kg', '18.00'],
      ['Subtotal', '93.00'],
      ['Discount', '-9.30'],
      ['Shipping', '5.00'],
      ['Tax', '5.57'],
      ['Total', '94.27 USD'],
    ]);
    expect(confirmation?.body_html).toMatch(
      /<a href="http[^"<>]+\/app\/shop\/order#[0-9A-Za-z]{32}">/,
    );
    const [row] = (await shop.call('GET', `/fulfillments/?transaction=${sale}`, { token: manager }))
      .body;
    await shop.call('POST', `/fulfillments/${row.id}/ship/`, {
      token: manager,
      body: { carrier_name: 'Harbor Post', tracking_number: 'HP-0042' },
    });
    const shipped = (await mailsTo(email))[1];
    expect(shipped).toMatchObject({
      purpose: 'order_shipped',
      subject: `Your order ${sale} is on its way`,
    });
    expect(shipped?.body_text).toContain('Carrier: Harbor Post\nTracking number: HP-0042\n');
    expect(shipped?.body_text).not.toContain('In this parcel');
    expect(shipped?.body_text).not.toContain('Follow the parcel');
    expect(addUpMail(shipped?.body_text ?? '')).toEqual(sums);
    expect(cellsOf(shipped?.body_html ?? null)).toEqual(cellsOf(confirmation?.body_html ?? null));
  });
});

describe('the confirmation of an order that a gift card pays in part', () => {
  const payments = (text = '') =>
    [...text.matchAll(/^(?:Payment|Zahlung) \((.+)\): (.+)$/gm)].map(found => found.slice(1));

  it('says what each payment is, and they add up to the total', async () => {
    const email = 'shared@example.com';
    const { visit, id } = await atCheckout(shop, [['TEE-BLACK-L', 3]]);
    const form = { email, gift_card_code: 'GIFT-DEMO-0000-0001' };
    expect((await complete(shop, visit, id, { form })).status).toBe(200);
    const [mail] = await mailsTo(email);
    const text = mail?.body_text ?? '';
    // 75.00, shipping 5.00, 8.25 % of 75.00.
    expect(addUpMail(text).total).toBe('86.19');
    expect(payments(text)).toEqual([
      ['Gift card', '50.00'],
      ['Card 4242', '36.19'],
    ]);
    expect(cellsOf(mail?.body_html ?? null).slice(-3)).toEqual([
      ['Total', '86.19 USD'],
      ['Payment (Gift card)', '50.00'],
      ['Payment (Card 4242)', '36.19'],
    ]);
    expect(text).not.toContain('\n\n\n');
  });

  it('says nothing of payments where one card pays all', async () => {
    await shippedOrder('whole@example.com');
    const [mail] = await mailsTo('whole@example.com');
    expect(payments(mail?.body_text)).toEqual([]);
  });
});

describe('the mails of a pickup order', () => {
  it('name the amount to pay at the store', async () => {
    const email = 'pickup@example.com';
    const { visit, id } = await atCheckout(shop, [['TEE-BLACK-L', 1]], {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    const reply = await complete(shop, visit, id, {
      method: 'pay_at_store',
      token: null,
      form: { email, shipping_address: null },
    });
    expect(reply.status).toBe(200);
    const [row] = (
      await shop.call('GET', `/fulfillments/?transaction=${reply.body.transaction_id}`, {
        token: manager,
      })
    ).body;
    await shop.call('POST', `/fulfillments/${row.id}/mark-ready/`, { token: manager });
    const [confirmation, ready] = await mailsTo(email);
    expect(confirmation?.body_text).toMatch(
      /\nPick it up: .+\nShow this number at the counter: TXN-/,
    );
    expect(confirmation?.body_text).toContain(`
Pick it up at:
Tillhouse Downtown
12 Main Street
New York, NY 10001

`);
    expect(confirmation?.body_text).not.toMatch(/Delivery|Park Avenue/);
    const sums = {
      lines: [[1, 'Black Tee, Size L', '25.00']],
      subtotal: '25.00',
      discount: '0.00',
      shipping: '0.00',
      tax: '2.06',
      total: '27.06',
    };
    for (const mail of [confirmation, ready]) {
      expect(addUpMail(mail?.body_text ?? '')).toEqual(sums);
    }
    expect(ready?.purpose).toBe('pickup_ready');
    expect(ready?.body_text).toContain('To pay at pickup: 27.06 USD.');
    expect(ready?.body_html).toContain('<p>Tillhouse Downtown<br>12 Main Street<br>');
  });
});
