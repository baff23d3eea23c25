import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { statement } from '../../src/platform/database/tx.js';
import { openTills, type Tills } from '../shifts/support.js';
import { complete } from '../storefront/checkout-shoppers.js';
import { add, byToken, openVisit } from '../storefront/support.js';
import type { Reply } from '../support/service.js';
import { DOWNTOWN_ID } from '../transactions/support.js';

let tills: Tills;
let shift: string;
beforeAll(async () => {
  tills = await openTills({});
  const { db } = tills.shop.platform;
  await statement(db, 'update promotions set is_active = false');
  await statement(db, 'update reference_version set version = version + 1');
  ok(await store({ currency: 'KWD', cash_variance_tolerance: '0.125' }), 200);
  await office('POST', '/price-lists/', {
    code: 'KWD',
    name: 'Dinars',
    currency: 'KWD',
    priority: 0,
  });
  for (const [variant, amount] of [
    ['MUG-WHITE', '1.255'],
    ['TEE-BLACK-M', '3.5'],
    ['TEE-BLACK-L', 3.75],
  ]) {
    await office('POST', '/prices/', { variant, price_list: 'KWD', amount });
  }
  shift = await tills.open('20');
});
afterAll(() => tills.shop.close());

function ok(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}
const store = async (body: object) =>
  tills.shop.call('PATCH', '/stores/DOWNTOWN/', {
    token: await tills.shop.officeToken('admin'),
    body,
  });
const office = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const token = await tills.shop.officeToken();
  return ok(
    await tills.shop.call(method, path, { token, ...(body && { body }) }),
    method === 'GET' ? 200 : 201,
  ).body;
};
const refusal = ({ status, body }: Reply) => [status, body.code];
const TOO_FINE = [400, 'AMOUNT_TOO_FINE'];

type Sale = { sku?: string; price?: string; quantity?: number; subtotal: string };
const saleOf = (
  { sku = 'MUG-WHITE', price = '1.255', quantity = 1, subtotal }: Sale,
  tax: string,
  total: string,
  more: object = {},
) => ({
  store_id: DOWNTOWN_ID,
  employee_id: 'EMP001',
  line_items: [{ sku, quantity, unit_price: price, subtotal }],
  subtotal,
  tax_amount: tax,
  total_amount: total,
  ...more,
});
/** 8.25 % of 3.765 is 0.3106125. */
const threeMugs = (more: object = {}) =>
  saleOf({ quantity: 3, subtotal: '3.765' }, '0.311', '4.076', more);
const cash = (tendered_amount: string | number) => ({ payment_method_id: 'cash', tendered_amount });
const rungUp = async (body: object) =>
  ok(await tills.counter.post('/pos/transactions/create/', body), 201).body;

/** Returns one piece of the first line, all the way to its refund. */
async function returned(sale: string, refundTo: string): Promise<Reply['body']> {
  const [line] = await office('GET', `/line-items/?transaction=${sale}`);
  const made = await office('POST', '/returns/', {
    transaction: sale,
    return_reason: 'defective',
    line_items: [{ original_line_item: line.id, quantity: 1, reason: 'defective' }],
  });
  const token = await tills.shop.officeToken();
  for (const step of ['approve', 'receive', 'complete']) {
    const body = step === 'complete' ? { refund_to: refundTo, restock: true } : {};
    ok(await tills.shop.call('POST', `/returns/${made.id}/${step}/`, { token, body }), 200);
  }
  return office('GET', `/returns/${made.id}/`);
}

describe('a store in a currency with three decimals', () => {
  it('sells, gives change, prints, and takes back to the thousandth', async () => {
    const { transaction } = await rungUp(threeMugs());
    expect(transaction).toMatchObject({
      total_amount: '4.076',
      price_overridden: false,
      tax_variance: '0.000',
    });
    const sale = transaction.transaction_id;
    const paid = ok(await tills.counter.pay(sale, cash(5)), 202);
    expect(paid.body.transaction).toMatchObject({
      status: 'completed',
      total_paid: '4.076',
      change_due: '0.924',
      amount_due: '0.000',
    });
    const shown = await office('GET', `/transactions/${sale}/`);
    expect(shown).toMatchObject({ subtotal: '3.765', taxAmount: '0.311', totalAmount: '4.076' });
    expect(shown.tax_breakdown).toMatchObject([{ net: '3.765', tax: '0.311', gross: '4.076' }]);
    const paper = (await tills.counter.get(`/transactions/${sale}/receipt/?format=text`)).text;
    expect(paper).toMatch(/^TOTAL KWD +4\.076$/m);
    expect(paper).toMatch(/^Change +-0\.924$/m);
    // 1.255 and a third of the tax.
    const back = await returned(sale, 'store_credit');
    expect(back).toMatchObject({ refund_amount: '1.359', total_return_value: '1.359' });
    expect(back.store_credit).toMatchObject({ amount: '1.359', currency: 'KWD' });
    expect((await office('GET', `/transactions/${sale}/`)).status).toBe('partially_refunded');
  });

  it('gives discounts per cent, rounded to the thousandth', async () => {
    // 10 % of 3.765 is 0.3765; 8.25 % of 3.388 is 0.27951.
    const discounts = [{ sale: true, percent: '10', reason: 'Regular customer' }];
    const body = {
      ...saleOf({ quantity: 3, subtotal: '3.765' }, '0.280', '3.668'),
      discounts,
      approval_request_id: undefined,
    };
    const { transaction } = await rungUp({ ...body, payment: cash('4') });
    expect(transaction).toMatchObject({
      total_amount: '3.668',
      discount_amount: '0.377',
      change_due: '0.332',
      adjustments: [{ kind: 'manual', amount: '0.377' }],
    });
  });

  it('is quoted like it is sold', async () => {
    const quoted = await tills.counter.post('/pos/quote/', {
      line_items: [{ sku: 'MUG-WHITE', quantity: 3 }],
    });
    expect(ok(quoted, 200).body).toMatchObject({
      currency: 'KWD',
      subtotal: '3.765',
      tax_amount: '0.311',
      total_amount: '4.076',
      explain: [{ unit_price: '1.255', net: '3.765', tax: '0.311' }],
    });
  });

  it('sells gift cards, and splits a payment between one and cash', async () => {
    const card = saleOf({ sku: 'GIFT-CARD', price: '2.505', subtotal: '2.505' }, '0.000', '2.505', {
      payment: cash('2.505'),
    });
    const { gift_cards } = await rungUp(card);
    expect(gift_cards).toMatchObject([{ amount: '2.505' }]);
    const [{ code }] = gift_cards;
    const sale = (await rungUp(threeMugs())).transaction.transaction_id;
    const part = await tills.counter.pay(sale, {
      payment_method_id: 'gift_card',
      gift_card_code: code,
      tendered_amount: '2.5',
    });
    expect(ok(part, 202).body.transaction).toMatchObject({
      status: 'partially_paid',
      total_paid: '2.500',
      amount_due: '1.576',
    });
    const rest = ok(await tills.counter.pay(sale, cash('1.576')), 202);
    expect(rest.body.transaction).toMatchObject({ status: 'completed', change_due: '0.000' });
    const [account] = await statement<{ balance: string }>(
      tills.shop.platform.db,
      `select balance::text from value_accounts where kind = 'gift_card' and currency = 'KWD'`,
    );
    expect(account?.balance).toBe('0.005');
  });

  it('exchanges for goods that cost a little more', async () => {
    // 3.500 and 0.289 tax; 3.750 and 0.309 tax.
    const body = saleOf(
      { sku: 'TEE-BLACK-M', price: '3.500', subtotal: '3.500' },
      '0.289',
      '3.789',
      { payment: cash('3.789') },
    );
    const sale = (await rungUp(body)).transaction.transaction_id;
    const [line] = await office('GET', `/line-items/?transaction=${sale}`);
    const exchange = (more: object = {}) =>
      tills.counter.post('/exchanges/', {
        transaction: sale,
        returns: [{ original_line_item: line.id, quantity: 1, reason: 'wrong_size' }],
        line_items: [{ sku: 'TEE-BLACK-L', quantity: 1 }],
        ...more,
      });
    const asked = await exchange();
    expect([...refusal(asked), asked.body.details]).toEqual([
      400,
      'EXCHANGE_DIFFERENCE',
      expect.objectContaining({ difference: '0.270' }),
    ]);
    const done = ok(await exchange({ tender: cash('0.5') }), 201).body;
    expect(done).toMatchObject({
      exchanged_amount: '3.789',
      difference: '0.270',
      transaction: { status: 'completed', total_amount: '4.059', change_due: '0.230' },
    });
  });

  it('voids a sale and refunds a thousandth', async () => {
    const voided = (await rungUp(threeMugs({ payment: cash('4.076') }))).transaction.transaction_id;
    ok(await tills.counter.voidSale(voided, { shift_id: shift }), 200);
    const [given] = await tills.counter.payments(voided);
    expect(given).toMatchObject({ amount: '4.076', refund_total: '4.076' });
    const sale = (await rungUp(threeMugs({ payment: cash('4.076') }))).transaction.transaction_id;
    const [payment] = await tills.counter.payments(sale);
    const body = { payment: payment?.id, amount: '0.001', shift_id: shift };
    expect(ok(await tills.counter.refund(body), 201).body.amount).toBe('0.001');
    const rest = await tills.counter.refund({ payment: payment?.id, amount: '4.076' });
    expect(rest.body).toMatchObject({
      code: 'REFUND_EXCEEDS_PAYMENT',
      details: { refundable: '4.075' },
    });
  });

  it('sells in the web shop by card, and refunds it', async () => {
    const { shop } = tills;
    const visit = await openVisit(shop, DOWNTOWN_ID);
    const cart = ok(await add(shop, visit, 'MUG-WHITE', 2), 200).body.cart;
    expect(cart).toMatchObject({ subtotal: '2.510', estimated_tax: '0.207', currency: 'KWD' });
    const started = await shop.call('POST', '/web-commerce/checkout/initiate/', {
      headers: byToken(visit),
      body: { cart_id: visit.cartId, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
    });
    const { id } = ok(started, 201).body.checkout;
    const done = ok(await complete(shop, visit, id), 200).body;
    const sale = done.transaction_id;
    const shown = await office('GET', `/transactions/${sale}/`);
    expect(shown).toMatchObject({
      subtotal: '2.510',
      shippingAmount: '5.000',
      status: 'completed',
    });
    expect(Number(shown.totalAmount)).toBeCloseTo(2.51 + 5 + Number(shown.taxAmount), 9);
    const [payment] = await tills.counter.payments(sale);
    expect(payment?.amount).toBe(shown.totalAmount);
    const back = await tills.counter.refund({ payment: payment?.id, amount: '1.255' });
    expect(ok(back, 201).body).toMatchObject({ amount: '1.255', status: 'succeeded' });
  });

  it('names every amount that is finer than its currency', async () => {
    const fine = await tills.counter.post(
      '/pos/transactions/create/',
      saleOf({ price: '1.2555', subtotal: '1.2555' }, '0.104', '1.359'),
    );
    expect([fine.status, Object.keys(fine.body.details).sort()]).toEqual([
      400,
      ['line_items.0.subtotal', 'line_items.0.unit_price', 'subtotal'],
    ]);
    const limit = await store({ cash_variance_tolerance: '0.1255' });
    expect([limit.status, Object.keys(limit.body.errors)]).toEqual([
      400,
      ['cash_variance_tolerance'],
    ]);
    const switched = await store({ currency: 'USD' });
    expect(switched.status).toBe(409);
  });

  it('counts the drawer, closes with a Z report, and every invariant holds', async () => {
    // 20 + 4.076 + 3.668 + 2.505 + 1.576 + 3.789 + 0.270 + 4.076 − 4.076 + 4.076 − 0.001.
    const expected = '39.959';
    const x = await office('GET', `/cash-management/shifts/${shift}/x-report/`);
    expect(x.cash).toMatchObject({ opening_float: '20.000', expected });
    ok(await tills.count(shift, { '10.000': 3, '9.959': 1 }), 200);
    ok(await tills.close(shift), 200);
    const z = await office('GET', `/cash-management/shifts/${shift}/z-report/`);
    expect(z.cash).toMatchObject({ expected, counted: expected, variance: '0.000' });
    const found = await checkInvariants(tills.shop.platform.db);
    expect(found.filter(check => check.offending > 0)).toEqual([]);
  });
});

describe('a store in a currency with two decimals', () => {
  it('takes no third one, and names every field', async () => {
    ok(await store({ currency: 'USD', cash_variance_tolerance: '5' }), 200);
    const body = saleOf({ price: '12.505', subtotal: '12.505' }, '1.03', '13.535', {
      payment: cash(20.001),
    });
    const reply = await tills.counter.post('/pos/transactions/create/', body);
    expect(refusal(reply)).toEqual(TOO_FINE);
    expect(Object.keys(reply.body.details).sort()).toEqual([
      'line_items.0.subtotal',
      'line_items.0.unit_price',
      'payment.tendered_amount',
      'subtotal',
      'total_amount',
    ]);
    const quote = await tills.counter.post('/pos/quote/', {
      line_items: [{ sku: 'MUG-WHITE', quantity: 1, unit_price: '12.505' }],
    });
    expect([...refusal(quote), Object.keys(quote.body.details)]).toEqual([
      ...TOO_FINE,
      ['line_items.0.unit_price'],
    ]);
  });

  it('keeps no setting that a change of its currency makes too fine', async () => {
    ok(await store({ currency: 'KWD', cash_variance_tolerance: '0.125' }), 200);
    const reply = await store({ currency: 'USD' });
    expect([...refusal(reply), Object.keys(reply.body.errors)]).toEqual([
      ...TOO_FINE,
      ['cash_variance_tolerance'],
    ]);
  });
});
