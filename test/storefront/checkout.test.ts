import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { mailsTo } from '../support/mails.js';
import {
  ADDRESS,
  article,
  atCheckout,
  booksOf,
  cancel,
  checkoutStateOf,
  complete,
  initiate,
  levelOf,
  openCheckoutShop,
  shopper,
  status,
  tomorrow,
} from './checkout-support.js';
import { AIRPORT_ID, add, byToken, DOWNTOWN_ID, openVisit, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
  await article(shop, 'CHK-SHIP', { price: '10.00', stock: 50 });
  await article(shop, 'CHK-DIGITAL', { price: '7.00', stock: 5, digital: true });
});
afterAll(async () => {
  expect(await levelsOutOfBalance(shop.platform.db)).toEqual([]);
  expect(await reservedOutOfBalance(shop.platform.db)).toEqual([]);
  await shop.close();
});

const UUID = /^[0-9a-f-]{36}$/;
const TXN = /^TXN-\d{8}-[0-9A-F]{8}$/;
const NAMES = { product_name: 'CHK-SHIP', variant_name: '', description: 'CHK-SHIP' };
const TOKEN = /^[0-9A-Za-z]{32}$/;

describe('starting a checkout', () => {
  it('allows 30 minutes and reserves nothing', async () => {
    const visit = await shopper(shop, [['CHK-SHIP', 3]]);
    const before = await levelOf(shop, 'CHK-SHIP');
    const reply = await initiate(shop, visit);
    expect(reply.status).toBe(201);
    const { checkout } = reply.body;
    expect(reply.body).toEqual({
      success: true,
      checkout: {
        id: expect.stringMatching(UUID),
        session_id: checkout.id,
        status: 'checkout_initiated',
        fulfillment_method: 'ship',
        expires_at: expect.stringMatching(/Z$/),
        is_expired: false,
        transaction_id: null,
        pickup_scheduled_time: null,
        pickup_display_time: null,
        store_pay_at_store_enabled: true,
        totals: {
          subtotal: '30.00',
          discount: '0.00',
          tax: '2.48',
          total: '32.48',
          prices_include_tax: false,
          currency: 'USD',
        },
      },
    });
    const minutes = (Date.parse(checkout.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(await levelOf(shop, 'CHK-SHIP')).toEqual(before);
  });

  it('gives every foreign cart the same answer, before it validates the body', async () => {
    const [visit, other] = [await shopper(shop), await shopper(shop)];
    const refusal = {
      success: false,
      error: 'Cart does not belong to this session',
      code: 'CART_NOT_OWNED',
    };
    const bodies = [
      { cart_id: other.cartId },
      { cart_id: '00000000-0000-4000-8000-0000000000ff' },
      { cart_id: 'nonsense' },
      { cart_id: other.cartId, fulfillment_method: 'teleport' },
    ];
    for (const body of bodies) {
      const reply = await initiate(shop, visit, body);
      expect([reply.status, reply.body]).toEqual([403, refusal]);
    }
    const nobody = await shop.call('POST', '/web-commerce/checkout/initiate/', {
      body: { cart_id: visit.cartId, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
    });
    expect([nobody.status, nobody.body]).toEqual([403, refusal]);
  });

  it.each([
    [{ fulfillment_method: 'teleport' }, 'INVALID'],
    [{ store_id: 'nonsense' }, 'INVALID'],
    [{ cart_id: 7 }, 'INVALID'],
    [{ store_id: AIRPORT_ID }, 'STORE_MISMATCH'],
    [{ fulfillment_method: 'pickup' }, 'INVALID'],
    [{ fulfillment_method: 'pickup', pickup_scheduled_time: 'soon' }, 'INVALID'],
    [{ fulfillment_method: 'pickup', pickup_scheduled_time: '2020-01-01T10:00:00Z' }, 'INVALID'],
    [{ fulfillment_method: 'pickup', pickup_scheduled_time: '2999-02-30T10:00:00Z' }, 'INVALID'],
  ])('refuses %j', async (body, code) => {
    const visit = await shopper(shop);
    const reply = await initiate(shop, visit, body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, code });
  });

  it.each([
    ['2999-01-01T10:00', '2999-01-01T10:00:00.000Z'],
    ['2999-01-01 10:00:30', '2999-01-01T10:00:30.000Z'],
    ['2999-01-01T10:00:00+02:00', '2999-01-01T08:00:00.000Z'],
  ])('takes %s as a time of pickup', async (pickup_scheduled_time, shown) => {
    const reply = await initiate(shop, await shopper(shop), {
      fulfillment_method: 'pickup',
      pickup_scheduled_time,
    });
    expect([reply.status, reply.body.checkout?.pickup_scheduled_time]).toEqual([201, shown]);
  });

  it('reads the cart only when it is paid', async () => {
    const empty = await openVisit(shop);
    const begun = await initiate(shop, empty);
    expect(begun.status).toBe(201);
    const reply = await complete(shop, empty, begun.body.checkout.session_id);
    expect([reply.status, reply.body.code]).toEqual([400, 'CART_EMPTY']);
    const visit = await shopper(shop);
    const digital = await initiate(shop, visit, {
      fulfillment_method: 'digital',
      pickup_scheduled_time: 'never',
    });
    expect(digital.status).toBe(201);
    const mugs = await complete(shop, visit, digital.body.checkout.session_id);
    expect([mugs.status, mugs.body.code]).toEqual([400, 'NOT_DIGITAL']);
  });

  it('refuses pickup at a store without pickup', async () => {
    const visit = await shopper(shop, [['MUG-WHITE', 1]], AIRPORT_ID);
    const reply = await initiate(shop, visit, {
      store_id: AIRPORT_ID,
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    expect([reply.status, reply.body.code]).toEqual([400, 'PICKUP_NOT_OFFERED']);
  });
});

describe('the status of a checkout', () => {
  it("shows the pickup time in the store's time zone", async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]], {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    const reply = await status(shop, visit, id);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      checkout_session: {
        session_id: id,
        status: 'checkout_initiated',
        fulfillment_method: 'pickup',
        expires_at: expect.any(String),
        is_expired: false,
        transaction_id: null,
        pickup_scheduled_time: expect.any(String),
        pickup_display_time: expect.stringMatching(
          /^\w{3}, \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M E[SD]T$/,
        ),
        store_pay_at_store_enabled: true,
      },
    });
  });

  it('is not readable by other visits', async () => {
    const { id } = await atCheckout(shop);
    const stranger = await shopper(shop);
    const refusal = {
      success: false,
      error: 'Checkout session not found',
      code: 'CHECKOUT_NOT_FOUND',
    };
    for (const ref of [id, '00000000-0000-4000-8000-0000000000ff', 'nonsense']) {
      const reply = await status(shop, stranger, ref);
      expect([reply.status, reply.body]).toEqual([404, refusal]);
    }
  });
});

describe('an order', () => {
  it('that is shipped commits stock, creates a fulfillment and mails a link', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 2]]);
    const before = await levelOf(shop, 'CHK-SHIP');
    const reply = await complete(shop, visit, id);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      transaction_id: expect.stringMatching(TXN),
      checkout_session_id: id,
      total_amount: '26.65',
      receipt_token: expect.stringMatching(TOKEN),
    });
    expect(await checkoutStateOf(shop, id)).toEqual({
      checkout: 'completed',
      attempt: 1,
      sale: 'completed',
      paid: '26.65',
      payment: 'succeeded',
      cart: 'CONVERTED',
    });
    expect(await levelOf(shop, 'CHK-SHIP')).toEqual({ ...before, on_hand: before.on_hand - 2 });
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 2665, refunded: 0 });
    const order = await shop.call('POST', '/web-commerce/guest-order/', {
      body: { access_token: reply.body.receipt_token },
    });
    expect(order.status).toBe(200);
    expect(order.body).toEqual({
      success: true,
      transaction: {
        transactionId: reply.body.transaction_id,
        status: 'completed',
        totalAmount: '26.65',
        totalPaid: '26.65',
        subtotal: '20.00',
        discountAmount: '0.00',
        taxAmount: '1.65',
        prices_include_tax: false,
        shippingAmount: '5.00',
        currency: 'USD',
        createdAt: expect.any(String),
        expiresAt: null,
        can_cancel: true,
        can_return: false,
        line_items: [
          {
            id: expect.stringMatching(UUID),
            sku: 'CHK-SHIP',
            product_slug: 'chk-ship',
            name: 'CHK-SHIP',
            ...NAMES,
            quantity: 2,
            returnable_quantity: 2,
            unit_price: '10.00',
            subtotal: '20.00',
            bundle: null,
          },
        ],
      },
      store: { name: 'Tillhouse Downtown', time_zone: 'America/New_York' },
      fulfillment: {
        id: expect.stringMatching(UUID),
        fulfillment_type: 'ship',
        qr_content: null,
        scheduled_at: null,
        status: 'pending',
        shipping_city: 'New York',
        shipping_region: 'NY',
        shipments: [
          {
            carrier_name: '',
            tracking_number: '',
            tracking_url: null,
            status: 'pending',
            items: [{ sku: 'CHK-SHIP', quantity: 2, ...NAMES }],
          },
        ],
      },
      billing_city: null,
      refunds: [],
      returns: [],
    });
    const sale = await shop.platform.db
      .selectFrom('transactions')
      .selectAll()
      .where('transaction_number', '=', reply.body.transaction_id)
      .executeTakeFirstOrThrow();
    expect(sale).toMatchObject({
      source_system: 'web_commerce',
      subtotal: '20.00',
      tax_amount: '1.65',
      shipping_amount: '5.00',
      customer_email: 'ada@example.com',
      tax_breakdown: [expect.objectContaining({ taxable_amount: '20.00', tax_collected: '1.65' })],
    });
    const mail = (await mailsTo(shop, 'ada@example.com')).at(-1);
    expect(mail?.body_text).toContain(`#${reply.body.receipt_token}`);
    expect((await status(shop, visit, id)).body.checkout_session).toMatchObject({
      status: 'completed',
      transaction_id: reply.body.transaction_id,
    });
  });

  it('costs the catalogue price, regardless of prices sent by the page', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const reply = await complete(shop, visit, id, {
      form: {
        shipping_cost: 0,
        delivery_method: { id: 2, title: 'Free!', turnaround: '', price: '0', priceValue: 0 },
        total: '0.01',
      },
    });
    expect(reply.body.total_amount).toBe('26.83');
    const { visit: second, id: other } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const unknown = await complete(shop, second, other, {
      form: { delivery_method: { id: 'teleport' }, shipping_cost: null },
    });
    expect(unknown.body.total_amount).toBe('15.83');
    const { visit: third, id: negative } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const refused = await complete(shop, third, negative, { form: { shipping_cost: -5 } });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID']);
    expect((await checkoutStateOf(shop, negative)).checkout).toBe('checkout_initiated');
  });

  it('that is picked up has no shipping cost and no shipping address', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]], {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    const reply = await complete(shop, visit, id, { form: { shipping_address: null } });
    expect(reply.status).toBe(200);
    expect(reply.body.total_amount).toBe('10.83');
    const order = await shop.call('POST', '/web-commerce/guest-order/', {
      body: { access_token: reply.body.receipt_token },
    });
    expect(order.body.fulfillment).toEqual({
      id: expect.any(String),
      fulfillment_type: 'pickup',
      qr_content: reply.body.transaction_id,
      scheduled_at: expect.any(String),
      status: 'pending',
      shipping_city: null,
      shipping_region: null,
      shipments: [],
    });
  });

  it('of digital goods changes no stock', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-DIGITAL', 1]], {
      fulfillment_method: 'digital',
    });
    const reply = await complete(shop, visit, id, { form: { shipping_address: undefined } });
    expect(reply.status).toBe(200);
    expect(reply.body.total_amount).toBe('7.58');
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'completed',
      sale: 'completed',
    });
    expect(await levelOf(shop, 'CHK-DIGITAL')).toEqual({ on_hand: 5, reserved: 0 });
  });

  it('with physical and digital goods restocks only the physical ones when voided', async () => {
    await article(shop, 'CHK-NO-LEVEL', { price: '3.00', stock: 0, digital: true });
    const { visit, id } = await atCheckout(shop, [
      ['CHK-SHIP', 1],
      ['CHK-DIGITAL', 2],
      ['CHK-NO-LEVEL', 1],
    ]);
    const before = await levelOf(shop, 'CHK-SHIP');
    const placed = await complete(shop, visit, id);
    expect(placed.status).toBe(200);
    const token = await shop.officeToken();
    const path = `/transactions/${placed.body.transaction_id}/void/`;
    const voided = await shop.call('POST', path, { token, body: { reason: 'Changed mind' } });
    expect(voided.status).toBe(200);
    expect(await levelOf(shop, 'CHK-SHIP')).toEqual(before);
    expect(await levelOf(shop, 'CHK-DIGITAL')).toEqual({ on_hand: 5, reserved: 0 });
    await expect(levelOf(shop, 'CHK-NO-LEVEL')).rejects.toThrow('no such level');
  });

  it('is placed once, and a repeated request gets the same answer', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const first = await complete(shop, visit, id);
    const again = await complete(shop, visit, id, { token: 'tok_declined' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await booksOf(shop, id)).charges).toBe(1);
  });

  it('is replayed under its idempotency key, and another body under that key is refused', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const first = await complete(shop, visit, id, { key: 'order-1' });
    const again = await complete(shop, visit, id, { key: 'order-1' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await complete(shop, visit, id, { key: 'order-1', token: 'tok_declined' });
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_BODY_MISMATCH']);
    const stranger = await shopper(shop);
    const stolen = await complete(shop, stranger, id, { key: 'order-1' });
    expect([stolen.status, stolen.body]).toEqual([
      403,
      { success: false, error: 'Not authorized', code: 'NOT_AUTHORIZED' },
    ]);
  });
});

describe('an order is refused', () => {
  const refusals: [string, Parameters<typeof complete>[3], string][] = [
    ['an unknown method', { method: 'barter' }, 'UNKNOWN_PAYMENT_METHOD'],
    ['a method of the counter', { method: 'cash' }, 'UNKNOWN_PAYMENT_METHOD'],
    ['paying at the store for a parcel', { method: 'pay_at_store' }, 'METHOD_NOT_USABLE'],
    ['no card', { token: null }, 'PAYMENT_TOKEN_REQUIRED'],
    ['no mail address', { form: { email: undefined } }, 'INVALID'],
    ['a broken mail address', { form: { email: 'ada' } }, 'INVALID'],
    ['no address', { form: { shipping_address: undefined } }, 'ADDRESS_INCOMPLETE'],
    [
      'half an address',
      { form: { shipping_address: { ...ADDRESS, city: ' ' } } },
      'ADDRESS_INCOMPLETE',
    ],
    ['a saved address of nobody', { form: { saved_address_id: DOWNTOWN_ID } }, 'INVALID'],
  ];
  it.each(refusals)('for %s, and nothing changes', async (_name, payment, code) => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const before = await levelOf(shop, 'CHK-SHIP');
    const reply = await complete(shop, visit, id, payment);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, code });
    expect(await checkoutStateOf(shop, id)).toEqual({
      checkout: 'checkout_initiated',
      attempt: 0,
      sale: null,
      paid: null,
      payment: null,
      cart: 'ACTIVE',
    });
    expect(await levelOf(shop, 'CHK-SHIP')).toEqual(before);
    expect((await booksOf(shop, id)).charges).toBe(0);
  });

  it('to other visits, before anything else is checked', async () => {
    const { id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const stranger = await shopper(shop);
    const refusal = { success: false, error: 'Not authorized', code: 'NOT_AUTHORIZED' };
    for (const ref of [id, 'nonsense', DOWNTOWN_ID]) {
      const reply = await complete(shop, stranger, ref, { form: { email: 'ada' } });
      expect([reply.status, reply.body]).toEqual([403, refusal]);
    }
    const nameless = await shop.call('POST', '/web-commerce/checkout/complete/', {
      headers: byToken(stranger),
      body: {},
    });
    expect(nameless.status).toBe(400);
  });

  it('for more than the stock, with the SKU, and the cart stays unchanged', async () => {
    await article(shop, 'CHK-SCARCE', { stock: 2 });
    const { visit, id } = await atCheckout(shop, [['CHK-SCARCE', 2]]);
    const rival = await atCheckout(shop, [['CHK-SCARCE', 1]]);
    expect((await complete(shop, rival.visit, rival.id)).status).toBe(200);
    const reply = await complete(shop, visit, id);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      success: false,
      code: 'INSUFFICIENT_STOCK',
      details: { shortages: [expect.objectContaining({ sku: 'CHK-SCARCE', available: 1 })] },
    });
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'checkout_initiated',
      sale: null,
    });
  });

  it('for goods with an age limit until the age is verified', async () => {
    const { visit, id } = await atCheckout(shop, [['WINE-RED', 1]]);
    const reply = await complete(shop, visit, id);
    expect([reply.status, reply.body.code]).toEqual([400, 'AGE_VERIFICATION_REQUIRED']);
    expect(reply.body.details).toEqual({ minimum_age: 21 });
  });

  it('when the cart was paid for in another tab', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const second = (await initiate(shop, visit)).body.checkout.id;
    expect((await complete(shop, visit, second)).status).toBe(200);
    const reply = await complete(shop, visit, id);
    expect([reply.status, reply.body.code]).toEqual([400, 'CART_NOT_ACTIVE']);
    expect((await booksOf(shop, id)).charges).toBe(0);
  });

  it('when the cart has been emptied', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    await shop.call('POST', `/web-commerce/cart/${visit.cartId}/clear/`, {
      headers: byToken(visit),
    });
    const reply = await complete(shop, visit, id);
    expect([reply.status, reply.body.code]).toEqual([400, 'CART_EMPTY']);
    await add(shop, visit, 'CHK-SHIP', 1);
    expect((await complete(shop, visit, id)).status).toBe(200);
  });
});

describe('cancelling', () => {
  it('closes a checkout, and repeating it does nothing', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const done = { success: true, message: 'Checkout cancelled.' };
    for (const _ of [1, 2]) {
      const reply = await cancel(shop, visit, id);
      expect([reply.status, reply.body]).toEqual([200, done]);
    }
    const late = await complete(shop, visit, id);
    expect([late.status, late.body.code]).toEqual([400, 'CHECKOUT_CANCELLED']);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'cancelled',
      cart: 'ACTIVE',
    });
  });

  it('is refused with the messages of the contract', async () => {
    const { visit, id } = await atCheckout(shop, [['CHK-SHIP', 1]]);
    const stranger = await cancel(shop, await shopper(shop), id);
    expect([stranger.status, stranger.body]).toEqual([
      400,
      { success: false, error: 'checkout session not found', code: 'CHECKOUT_NOT_FOUND' },
    ]);
    await complete(shop, visit, id);
    const late = await cancel(shop, visit, id);
    expect([late.status, late.body]).toEqual([
      400,
      { success: false, error: 'cannot cancel completed checkout', code: 'CHECKOUT_COMPLETED' },
    ]);
  });
});
