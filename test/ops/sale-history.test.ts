import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localManager } from '../promotions/support.js';
import { returnOne } from '../stored-value/support.js';
import { openShop, type Shop } from '../support/service.js';
import {
  AIRPORT_ID,
  basket,
  type Counter,
  counterOf,
  MUG,
  MUG_TOTAL,
} from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const CASH = { payment_method_id: 'cash' };
type Step = Record<'kind' | 'status' | 'amount' | 'subject' | 'reason' | 'person', string | null>;

describe('the history of a sale', () => {
  it('tells who rang it up, what was taken off, how it was paid and what came back', async () => {
    const lowered = basket([{ ...MUG, price: '5.00' }], '0.41');
    const line_items = lowered.line_items.map(line => ({ ...line, price_reason: 'Chipped rim' }));
    const sale = await counter.sold(CASH, { ...lowered, line_items });
    await returnOne(shop, counter, sale, 0, 'store_credit');
    const { status, body } = await counter.get(`/transactions/${sale}/history/`);
    expect(status).toBe(200);
    const steps = body.map(({ kind, status: state, amount, person }: Step) => [
      kind,
      state,
      amount,
      person,
    ]);
    expect(steps).toEqual(
      expect.arrayContaining([
        ['created', null, '5.41', 'Casey Nguyen'],
        ['discount', 'manual', '7.50', 'Casey Nguyen'],
        ['payment', 'succeeded', '5.41', 'Casey Nguyen'],
        ['completed', null, '5.41', null],
        ['return_completed', 'completed', '5.41', 'Morgan Reyes'],
        ['refund_paid', 'store_credit', '5.41', null],
      ]),
    );
    expect(body.find(({ kind }: Step) => kind === 'discount').reason).toBe('Chipped rim');
  });

  it('tells who voided it and why', async () => {
    const sale = await counter.sold(CASH);
    await counter.voidSale(sale);
    const { body } = await counter.get(`/transactions/${sale}/history/`);
    const voided = body.find(({ kind }: Step) => kind === 'voided');
    expect(voided).toMatchObject({ amount: MUG_TOTAL, reason: 'Wrong sale' });
    expect(voided.person).toBe('Morgan Reyes');
  });

  it('is not found by the manager of another store', async () => {
    const sale = await counter.sold(CASH);
    const token = await localManager(shop, AIRPORT_ID);
    const { status, body } = await counter.get(`/transactions/${sale}/history/`, token);
    expect([status, body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    expect((await counter.get('/transactions/TXN-20260101-00000000/history/')).status).toBe(404);
  });
});
