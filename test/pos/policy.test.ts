import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, demoPolicy } from '../../src/seed/data.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

const CREATE = '/pos/transactions/create/';

describe('the approval policy of the demo', () => {
  let shop: Shop;
  let counter: Counter;
  beforeAll(async () => {
    shop = await openShop({ background: false });
    counter = counterOf(shop);
    const saved = await shop.call('PATCH', `/stores/${DOWNTOWN_ID}/`, {
      token: await shop.officeToken('admin'),
      body: { approval_policy: demoPolicy },
    });
    expect(saved.body.approval_policy).toEqual(demoPolicy);
  });
  afterAll(() => shop.close());

  /** The price of a chef's knife of 79.00 that cost 38.00, with 8.25 % tax. */
  const knife = (price: string, tax: string, more: Record<string, unknown> = {}) =>
    basket([{ sku: 'KNIFE-20', price }], tax, more);

  const refused = async (body: unknown): Promise<Reply['body']> => {
    const before = await counter.recordCounts();
    const reply = await counter.post(CREATE, body);
    expect(await counter.recordCounts()).toEqual(before);
    expect(reply.status).toBe(403);
    return reply.body;
  };

  it('stops a cashier who sells a knife for nothing, and takes a manager’s approval', async () => {
    expect(await refused(knife('0.00', '0.00'))).toMatchObject({
      success: false,
      code: 'APPROVAL_REQUIRED',
    });
    const approval = await counter.approved('discount', '79.00');
    const body = knife('0.00', '0.00', { approval_request_id: approval });
    const sold = await counter.post(CREATE, body);
    expect(sold.status).toBe(201);
    expect(await counter.approvalStatus(approval)).toBe('consumed');
    const { transaction_id: number } = sold.body.transaction;
    expect((await counter.get(`/transactions/${number}/`)).body).toMatchObject({
      employee_name: 'Casey Nguyen',
      adjustments: [{ approval_request_id: approval, approved_by_name: 'Morgan Reyes' }],
    });
  });

  it('stops a cashier at the airport, whose prices contain their tax', async () => {
    const token = await shop.tillToken('EMP005', 'T-101');
    const store = { store_id: AIRPORT_ID, employee_id: 'EMP005' };
    const sell = (price: string, tax: string) =>
      counter.post(CREATE, basket([{ sku: 'MUG-WHITE', price }], tax, store), token);
    await shop.call('PATCH', `/stores/${AIRPORT_ID}/`, {
      token: await shop.officeToken('admin'),
      body: { approval_policy: demoPolicy },
    });
    const before = await counter.recordCounts();
    const refusal = await sell('0.00', '0.00');
    expect([refusal.status, refusal.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect(await counter.recordCounts()).toEqual(before);
    expect((await sell('10.00', '1.60')).status).toBe(201);
  });

  it('lets a cashier take off a fifth of a line, and not a cent more', async () => {
    expect((await counter.post(CREATE, knife('63.20', '5.21'))).status).toBe(201);
    expect((await refused(knife('63.19', '5.21'))).code).toBe('APPROVAL_REQUIRED');
    const tee = { sku: 'TEE-BLACK-M', price: '25.00', quantity: 20 };
    // Little of the whole sale, and all of one line.
    const lines = [tee, { sku: 'MUG-WHITE', price: '0.00' }];
    expect((await refused(basket(lines, '41.25'))).code).toBe('APPROVAL_REQUIRED');
  });

  it('counts discounts that the cashier gives like lower prices', async () => {
    const discounted = (amount: string, total: string, tax: string) => ({
      ...basket([{ sku: 'KNIFE-20', price: '79.00' }], tax),
      discounts: [{ line: 0, amount, reason: 'A scratch' }],
      total_amount: total,
    });
    expect((await counter.post(CREATE, discounted('15.80', '68.41', '5.21'))).status).toBe(201);
    expect((await refused(discounted('15.81', '68.40', '5.21'))).code).toBe('APPROVAL_REQUIRED');
  });

  it('guards the cost where the percentage would allow the price', async () => {
    await shop.platform.db
      .updateTable('product_variants')
      .set({ cost: '75.00' })
      .where('sku', '=', 'KNIFE-20')
      .execute();
    expect((await counter.post(CREATE, knife('75.00', '6.19'))).status).toBe(201);
    expect((await refused(knife('74.99', '6.19'))).code).toBe('APPROVAL_REQUIRED');
  });

  it('trusts staff who may approve themselves, up to the amount that needs a second person', async () => {
    const token = await shop.tillToken('EMP003');
    const by = { employee_id: 'EMP003' };
    expect((await counter.post(CREATE, knife('59.00', '4.87', by), token)).status).toBe(201);
    expect((await counter.post(CREATE, knife('58.99', '4.87', by), token)).status).toBe(403);
  });
});
