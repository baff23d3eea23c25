import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openTills, type Tills } from '../shifts/support.js';
import { basket, MUG, mug, recordCounts } from '../transactions/support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills({});
});
afterAll(() => tills.shop.close());

const store = async (body: object) =>
  tills.shop.call('PATCH', '/stores/DOWNTOWN/', {
    token: await tills.shop.officeToken('admin'),
    body,
  });
const inCurrency = async (currency: string, work: () => Promise<void>): Promise<void> => {
  expect((await store({ currency, cash_variance_tolerance: '500' })).status).toBe(200);
  try {
    await work();
  } finally {
    await tills.closeOpenShift();
    expect((await store({ currency: 'USD' })).status).toBe(200);
  }
};
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];
const TOO_FINE = [400, 'AMOUNT_TOO_FINE'];

describe('a store in a currency without decimals', () => {
  it('rings up no fraction, and names every field', async () => {
    await inCurrency('JPY', async () => {
      const before = await recordCounts(tills.shop);
      const payment = { payment_method_id: 'cash', tendered_amount: '20.50' };
      const reply = await tills.counter.post('/pos/transactions/create/', mug({ payment }));
      expect(refusal(reply)).toEqual(TOO_FINE);
      expect(Object.keys(reply.body.details).sort()).toEqual([
        'line_items.0.subtotal',
        'line_items.0.unit_price',
        'payment.tendered_amount',
        'subtotal',
        'tax_amount',
        'total_amount',
      ]);
      expect(await recordCounts(tills.shop)).toEqual(before);
    });
  });

  it('sells, taxes and takes back in whole yen', async () => {
    await inCurrency('JPY', async () => {
      const token = await tills.shop.officeToken();
      const send = async (path: string, body: object) => {
        const reply = await tills.shop.call('POST', path, { token, body });
        expect([reply.status, path]).toEqual([201, path]);
        return reply.body;
      };
      await send('/price-lists/', { code: 'JPY', name: 'Yen', currency: 'JPY', priority: 0 });
      await send('/prices/', { variant: 'MUG-WHITE', price_list: 'JPY', amount: '1255' });
      // 8.25 % of 3765 is 310.6125.
      const body = basket([{ ...MUG, price: '1255.00', quantity: 3 }], '311.00');
      const created = await tills.counter.post('/pos/transactions/create/', body);
      expect(created.body.transaction).toMatchObject({
        total_amount: '4076.00',
        price_overridden: false,
        tax_variance: '0.00',
      });
      const sale = created.body.transaction.transaction_id;
      const paid = await tills.counter.pay(sale, {
        payment_method_id: 'cash',
        tendered_amount: 5000,
      });
      expect(paid.body.transaction).toMatchObject({ status: 'completed', change_due: '924.00' });
      const lines = (await tills.shop.call('GET', `/line-items/?transaction=${sale}`, { token }))
        .body;
      const back = await send('/returns/', {
        transaction: sale,
        return_reason: 'defective',
        line_items: [{ original_line_item: lines[0].id, quantity: 1, reason: 'defective' }],
      });
      // 1255 and a third of the tax of 311.
      expect(back.refund_amount).toBe('1359.00');
    });
  });

  it('takes and refunds no fraction', async () => {
    const sale = await tills.counter.ring();
    const { db } = tills.shop.platform;
    const change = `update transactions set currency = 'JPY', total_amount = 1353, subtotal = 1353
      where transaction_number = $1`;
    await statement(db, change, [sale]);
    // Another node has no memory of the sale as it was rung up.
    await statement(db, 'update reference_version set version = version + 1');
    const pay = (tendered_amount: string) =>
      tills.counter.pay(sale, { payment_method_id: 'cash', tendered_amount });
    const refused = await pay('1353.50');
    expect(refusal(refused)).toEqual(TOO_FINE);
    expect(Object.keys(refused.body.details)).toEqual(['tendered_amount']);
    expect((await pay('2000')).body.transaction).toMatchObject({
      status: 'completed',
      change_due: '647.00',
    });
    const paper = (await tills.counter.get(`/transactions/${sale}/receipt/?format=text`)).text;
    expect(paper).toMatch(/^TOTAL JPY +1353$/m);
    expect(paper).toMatch(/^Change +-647$/m);
    const [payment] = await tills.counter.payments(sale);
    const back = await tills.counter.refund({ payment: payment?.id, amount: '0.50' });
    expect(refusal(back)).toEqual(TOO_FINE);
    expect(Object.keys(back.body.errors)).toEqual(['amount']);
    const recorded = await tills.counter.post(
      '/payments/payments/',
      { transaction: sale, payment_method: 'card', amount: '0.50', status: 'failed' },
      await tills.shop.officeToken(),
    );
    expect([recorded.status, recorded.body.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('has no fraction in its drawer', async () => {
    await inCurrency('JPY', async () => {
      const token = await tills.cashier();
      const opened = await tills.post('', { opening_float: '1000.50' }, token);
      expect(refusal(opened)).toEqual(TOO_FINE);
      const id = await tills.open('1000');
      expect(refusal(await tills.act(id, 'paid-in', { amount: '0.5', reason: 'Change' }))).toEqual(
        TOO_FINE,
      );
      expect((await tills.count(id, { '0.50': 1 })).body.code).toBe('WRONG_DENOMINATION');
      expect((await tills.count(id, { '500.00': 2 })).status).toBe(200);
    });
    await inCurrency('KRW', async () => {
      const id = await tills.open('1000');
      expect((await tills.count(id, { '0.50': 1 })).body.code).toBe('WRONG_DENOMINATION');
    });
  });

  it('has no fraction in its settings', async () => {
    await inCurrency('JPY', async () => {
      for (const [field, body] of [
        ['cash_rounding', { cash_rounding: '0.05' }],
        ['cash_variance_tolerance', { cash_variance_tolerance: '5.50' }],
        ['approval_policy.discount_above', { approval_policy: { discount_above: '20.50' } }],
        [
          'shipping_rates.0.price',
          { shipping_rates: [{ id: 1, code: 'standard', title: 'Post', price: '5.50' }] },
        ],
      ] as const) {
        const reply = await store(body);
        expect([...refusal(reply), ...Object.keys(reply.body.errors)]).toEqual([
          ...TOO_FINE,
          field,
        ]);
      }
      expect((await store({ cash_rounding: '1.00' })).status).toBe(200);
      await store({ cash_rounding: 'none' });
    });
  });

  it('does not take a currency that its settings do not fit', async () => {
    expect((await store({ cash_variance_tolerance: '5.50' })).status).toBe(200);
    const reply = await store({ currency: 'JPY' });
    expect([...refusal(reply), ...Object.keys(reply.body.errors)]).toEqual([
      ...TOO_FINE,
      'cash_variance_tolerance',
    ]);
    const kept = await tills.shop.call('GET', '/stores/DOWNTOWN/', {
      token: await tills.shop.officeToken(),
    });
    expect(kept.body.currency).toBe('USD');
  });
});

it('refuses a budget that its currency does not have', async () => {
  const token = await tills.shop.officeToken('admin');
  const create = (budget: string) =>
    tills.shop.call('POST', '/campaigns/', {
      token,
      body: { name: 'Golden Week', currency: 'JPY', budget },
    });
  const reply = await create('1000.50');
  expect([...refusal(reply), ...Object.keys(reply.body.errors)]).toEqual([...TOO_FINE, 'budget']);
  expect((await create('1000')).status).toBe(201);
});
