import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import {
  basket,
  type Counter,
  counterOf,
  MUG,
  MUG_TOTAL,
  mug,
  TEE,
} from '../transactions/support.js';
import { SHOPPER } from './support.js';

let shop: Shop;
let counter: Counter;
let token: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
  token = await shop.officeToken();
});
afterAll(() => shop.close());

const query = <T extends object>(text: string, values: unknown[] = []) =>
  statement<T>(shop.platform.db, text, values);
const mugs = async () =>
  (
    await query<{ id: number; category_id: string }>(
      `select p.id, p.category_id from products p join product_variants v on v.product_id = p.id
       where v.sku = $1`,
      [MUG.sku],
    )
  )[0];
const gateProduct = async (requires_kyc: boolean) =>
  shop.call('PATCH', `/products/${(await mugs())?.id}/`, { token, body: { requires_kyc } });
const verify = (status: string) =>
  query(`update kyc_credentials set status = $1 where credential_key = 'kyc-demo-1'`, [status]);

afterEach(async () => {
  await query('update products set requires_kyc = false');
  await query('update categories set requires_kyc = false, parent_id = null');
  await verify('pending_verification');
});

const CASH = { payment_method_id: 'cash', tendered_amount: MUG_TOTAL };

describe('goods that require a verified customer, at the till', () => {
  it('are set on a product and shown with it', async () => {
    const saved = await gateProduct(true);
    expect([saved.status, saved.body.requires_kyc]).toEqual([200, true]);
    const created = await shop.call('POST', '/products/', { token, body: { name: 'Lamp' } });
    expect(created.body.requires_kyc).toBe(false);
  });

  it('are refused without a customer, with an unverified one, and sold to a verified one', async () => {
    await gateProduct(true);
    const anonymous = await counter.ring(mug());
    const before = await counter.recordCounts();
    const refused = await counter.pay(anonymous, CASH);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'KYC_REQUIRED',
      { customer_id: null },
    ]);
    expect(await counter.recordCounts()).toEqual(before);
    const sale = await counter.ring(mug({ customer_id: SHOPPER }));
    const key = { 'idempotency-key': 'pay-gated' };
    const path = `/pos/transactions/${sale}/payment/`;
    const unverified = await counter.post(path, CASH, undefined, key);
    expect([unverified.status, unverified.body.details]).toEqual([409, { customer_id: SHOPPER }]);
    await verify('active');
    const paid = await counter.post(path, CASH, undefined, key);
    expect([paid.status, paid.body.transaction.status]).toEqual([202, 'completed']);
  });

  it.each([
    'pending_verification',
    'pending_vendor_response',
    'pending_employee_review',
    'rejected',
  ])('are refused to a customer whose credential is %s', async status => {
    await gateProduct(true);
    await verify(status);
    const sale = await counter.ring(mug({ customer_id: SHOPPER }));
    expect((await counter.pay(sale, CASH)).body.code).toBe('KYC_REQUIRED');
  });

  it('are refused by a payment recorded at the desk', async () => {
    await gateProduct(true);
    const transaction = await counter.ring(mug());
    const body = { transaction, payment_method: 'cash', amount: MUG_TOTAL };
    const reply = await shop.call('POST', '/payments/payments/', { token, body });
    expect([reply.status, reply.body.code]).toEqual([409, 'KYC_REQUIRED']);
  });

  it('may be a category with everything below it', async () => {
    const category = (await mugs())?.category_id ?? '';
    const parent = await shop.call('POST', '/categories/', {
      token,
      body: { name: 'Gated goods', requires_kyc: true },
    });
    expect([parent.status, parent.body.requires_kyc]).toEqual([201, true]);
    const free = await counter.ring(mug());
    expect((await counter.pay(free, CASH)).status).toBe(202);
    const moved = await shop.call('PATCH', `/categories/${category}/`, {
      token,
      body: { parent_id: parent.body.id },
    });
    expect(moved.body.requires_kyc).toBe(false);
    const gated = await counter.ring(mug());
    expect((await counter.pay(gated, CASH)).body.code).toBe('KYC_REQUIRED');
    const tee = await counter.ring(basket([TEE], '2.06'));
    const teePaid = await counter.pay(tee, { ...CASH, tendered_amount: '27.06' });
    expect(teePaid.status).toBe(202);
  });
});
