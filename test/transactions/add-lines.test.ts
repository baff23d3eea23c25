import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, mug } from './support.js';

let shop: Shop;
let counter: Counter;
let token: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
  token = await shop.officeToken();
});
afterAll(() => shop.close());

const open = async (): Promise<string> =>
  (await counter.post('/transactions/', { storeId: 'DOWNTOWN' }, token)).body.transactionId;
const add = (sale: string, body: object, headers = {}, as = token) =>
  counter.post(`/transactions/${sale}/line-items/`, body, as, headers);
const lines = (...skus: string[]) => ({ line_items: skus.map(sku => ({ sku, quantity: 1 })) });

describe('lines of a sale that was opened empty', () => {
  it('are priced by the catalogue and taxed by the store', async () => {
    const sale = await open();
    const first = await add(sale, { line_items: [{ sku: 'MUG-WHITE', quantity: 2 }] });
    expect([first.status, first.body]).toMatchObject([
      201,
      {
        transactionId: sale,
        status: 'pending',
        subtotal: '25.00',
        taxAmount: '2.06',
        totalAmount: '27.06',
        price_overridden: false,
        lineItems: [{ sku: 'MUG-WHITE', quantity: 2, unitPrice: '12.50', taxAmount: '2.06' }],
      },
    ]);
    const second = await add(sale, {
      ...lines('BEANS-1KG', 'TEE-BLACK-M'),
      subtotal: '68.00',
      tax_amount: '4.13',
      total_amount: '72.13',
    });
    expect([second.status, second.body.totalAmount]).toEqual([201, '72.13']);
    const taxes = second.body.lineItems.map((line: { taxAmount: string }) => line.taxAmount);
    expect(taxes[1]).toBe('0.00');
    expect(taxes.reduce((sum: number, tax: string) => sum + Number(tax) * 100, 0)).toBeCloseTo(413);
    const paid = await counter.post(
      '/payments/payments/',
      { transaction: sale, payment_method: 'cash', amount: '72.13' },
      token,
    );
    expect(paid.status).toBe(201);
    const read = await counter.get(`/transactions/${sale}/`, token);
    expect(read.body).toMatchObject({ status: 'completed', totalPaid: '72.13' });
  });

  it('agree with the prices and sums that were sent, or nothing is added', async () => {
    const sale = await open();
    const reply = await add(sale, {
      line_items: [{ sku: 'MUG-WHITE', quantity: 1, unit_price: '1.00' }],
      subtotal: '12.50',
      tax_amount: '1.00',
      total_amount: '13.50',
    });
    expect([reply.status, reply.body.code, reply.body.errors]).toEqual([
      400,
      'SUM_MISMATCH',
      {
        'line_items.0.unit_price': ['Sent 1.00, expected 12.50.'],
        tax_amount: ['Sent 1.00, expected 1.03.'],
        total_amount: ['Sent 13.50, expected 13.53.'],
      },
    ]);
    const odd: [object, string][] = [
      [lines('NO-SUCH'), 'line_items.0.sku'],
      [{ line_items: [] }, 'line_items'],
      [{ line_items: [{ sku: 'MUG-WHITE', quantity: 0 }] }, 'line_items.0.quantity'],
      [{ line_items: [{ quantity: 1 }] }, 'line_items.0.sku'],
    ];
    for (const [body, field] of odd) {
      const refused = await add(sale, body);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    const read = await counter.get(`/transactions/${sale}/`, token);
    expect(read.body).toMatchObject({ totalAmount: '0.00', lineItems: [] });
  });

  it('are added once for one key', async () => {
    const sale = await open();
    const key = { 'idempotency-key': 'lines-1' };
    const both = await Promise.all([
      add(sale, lines('MUG-WHITE'), key),
      add(sale, lines('MUG-WHITE'), key),
    ]);
    for (const { status } of both) expect([201, 409]).toContain(status);
    expect((await add(sale, lines('MUG-WHITE'), key)).body.lineItems).toHaveLength(1);
    const twice = await Promise.all([1, 2, 3].map(() => add(sale, lines('MUG-WHITE'))));
    expect(twice.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { body } = await counter.get(`/transactions/${sale}/`, token);
    expect([body.lineItems.length, body.totalAmount]).toEqual([4, '54.13']);
  });

  it('are refused by sales of tills, paid, voided and foreign ones', async () => {
    const till = await counter.ring(mug());
    const refused = await add(till, lines('MUG-WHITE'));
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE']);
    const voided = await open();
    await counter.post(`/transactions/${voided}/void/`, { reason: 'Wrong customer' }, token);
    expect((await add(voided, lines('MUG-WHITE'))).status).toBe(409);
    const sale = await open();
    const airport = await shop.tillToken('EMP005');
    expect((await add(sale, lines('MUG-WHITE'), {}, airport)).status).toBe(404);
    expect((await shop.call('POST', `/transactions/${sale}/line-items/`)).status).toBe(401);
    expect((await add('TXN-20260101-00000000', lines('MUG-WHITE'))).status).toBe(404);
  });

  it('never leave a sale completed that is not paid in full', async () => {
    for (let round = 0; round < 8; round += 1) {
      const sale = await open();
      await add(sale, lines('MUG-WHITE'));
      const payment = { transaction: sale, payment_method: 'cash', amount: '13.53' };
      await Promise.all([
        counter.post('/payments/payments/', payment, token),
        add(sale, lines('MUG-WHITE')),
        add(sale, lines('TEE-BLACK-M')),
      ]);
      const { body } = await counter.get(`/transactions/${sale}/`, token);
      const isPaid = body.totalPaid === body.totalAmount;
      expect([body.totalAmount, body.status]).toEqual([
        body.totalAmount,
        isPaid ? 'completed' : 'partially_paid',
      ]);
    }
  });
});
