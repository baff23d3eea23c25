import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG, settleJobs, TEE } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await statement(shop.platform.db, 'delete from purchase_limits');
  await statement(shop.platform.db, 'delete from limited_purchases');
});

const CASH = { payment_method_id: 'cash', tendered_amount: '100.00' };
const mugs = (quantity: number, more: object = {}) =>
  basket([{ ...MUG, quantity }], '0.00', { ...more });
const known = { customer_id: customer.id };

async function limitMugs(fields: object): Promise<void> {
  const [mug] = await statement<{ id: string }>(
    shop.platform.db,
    'select id from product_variants where sku = $1',
    [MUG.sku],
  );
  const reply = await counter.post(
    '/compliance/purchase-limits/',
    { name: 'Two mugs', variant_id: mug?.id, max_quantity: 2, ...fields },
    await shop.officeToken(),
  );
  expect(reply.status).toBe(201);
}

/** A refusal changes nothing, and the sale can be paid once it is corrected. */
async function refused(sale: string, headers = {}): Promise<Reply> {
  await settleJobs(shop);
  const before = await counter.recordCounts();
  const reply = await counter.post(`/pos/transactions/${sale}/payment/`, CASH, undefined, headers);
  expect(await counter.recordCounts()).toEqual(before);
  expect(await counter.row(sale)).toMatchObject({ status: 'pending', total_paid: '0.00' });
  return reply;
}

const counted = async (): Promise<number> => {
  const [row] = await statement<{ pieces: number }>(
    shop.platform.db,
    'select coalesce(sum(quantity), 0)::integer as pieces from limited_purchases where customer_key = $1',
    [`user:${customer.id}`],
  );
  return row?.pieces ?? Number.NaN;
};

describe('a purchase limit at the till', () => {
  it('refuses the payment of a sale with too many units', async () => {
    await limitMugs({ period: 'transaction' });
    const sale = await counter.ring(mugs(3));
    for (const headers of [{}, { 'idempotency-key': 'three-mugs' }]) {
      const reply = await refused(sale, headers);
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        success: false,
        error: 'Exceeds the quantity one customer may buy: Two mugs (2).',
        code: 'PURCHASE_LIMIT_EXCEEDED',
        details: {
          limits: [
            {
              name: 'Two mugs',
              max_quantity: 2,
              period: 'transaction',
              purchased: 0,
              requested: 3,
            },
          ],
        },
      });
    }
    expect((await counter.pay(await counter.ring(mugs(2)), CASH)).status).toBe(202);
    expect((await counter.pay(await counter.ring(basket([TEE], '0.00')), CASH)).status).toBe(202);
  });

  it('does not apply in another store', async () => {
    await limitMugs({ period: 'transaction', store: 'AIRPORT' });
    expect((await counter.pay(await counter.ring(mugs(3)), CASH)).status).toBe(202);
  });

  it('adds up the sales of a known customer, and partial payments of one sale once', async () => {
    await limitMugs({ period: 'day' });
    const sale = await counter.ring(mugs(2, known));
    const part = await counter.pay(sale, { ...CASH, tendered_amount: '10.00' });
    expect(part.body.transaction.status).toBe('partially_paid');
    expect(await counted()).toBe(2);
    expect((await counter.pay(sale, CASH)).body.transaction.status).toBe('completed');
    expect(await counted()).toBe(2);
    expect((await refused(await counter.ring(mugs(1, known)))).body.code).toBe(
      'PURCHASE_LIMIT_EXCEEDED',
    );
    expect((await counter.pay(await counter.ring(mugs(2)), CASH)).status).toBe(202);
    await counter.voidSale(sale);
    await settleJobs(shop);
    expect(await counted()).toBe(0);
    const again = await counter.ring(mugs(2, known));
    expect((await counter.pay(again, CASH)).status).toBe(202);
    await counter.voidSale(again);
    await settleJobs(shop);
  });

  it('counts nothing for a partly paid sale that a till cancels', async () => {
    await limitMugs({ period: 'day' });
    const sale = await counter.ring(mugs(2, known));
    await counter.pay(sale, { ...CASH, tendered_amount: '10.00' });
    expect(await counted()).toBe(2);
    const path = `/pos/transactions/${sale}/cancel/`;
    const till = await shop.tillToken('EMP003');
    expect((await counter.post(path, { reason: 'Left' }, till)).status).toBe(200);
    await settleJobs(shop);
    expect(await counted()).toBe(0);
  });

  it('sells the last allowed unit to one of two tills', async () => {
    await limitMugs({ period: 'day', max_quantity: 1 });
    const sales = [await counter.ring(mugs(1, known)), await counter.ring(mugs(1, known))];
    const replies = await Promise.all(sales.map(sale => counter.pay(sale, CASH)));
    expect(replies.map(reply => reply.status).sort()).toEqual([202, 400]);
    expect(await counted()).toBe(1);
    const rows = await Promise.all(sales.map(sale => counter.row(sale)));
    expect(rows.map(row => row.status).sort()).toEqual(['completed', 'pending']);
  });
});

describe('a customer at the till', () => {
  it('is stored with the sale', async () => {
    const sale = await counter.ring(mugs(1, known));
    expect((await counter.row(sale)).customer_id).toBe(customer.id);
  });

  it.each([
    ['unknown', '00000000-0000-4000-8000-00000000dead'],
    ['an employee', '00000000-0000-4000-a002-000000000001'],
    ['an invalid id', 'riley'],
  ])('is refused when it is %s', async (_, customer_id) => {
    await settleJobs(shop);
    const before = await counter.recordCounts();
    const reply = await counter.post('/pos/transactions/create/', mugs(1, { customer_id }));
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.details)).toEqual(['customer_id']);
    expect(await counter.recordCounts()).toEqual(before);
  });
});
