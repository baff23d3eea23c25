import { afterAll, beforeAll, expect, it } from 'vitest';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let local: string;
let chain: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  chain = await shop.officeToken();
  local = await localManager(shop, 'AIRPORT');
});
afterAll(() => shop.close());

const add = async (token: string, name: string): Promise<string> => {
  const body = { name, email: `${name.toLowerCase()}@example.com` };
  const reply = await shop.call('POST', '/customers/', { token, body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
};
const buysAtDowntown = async (customer: string): Promise<void> => {
  await shop.platform.db
    .updateTable('users')
    .set({ home_store_id: '00000000-0000-4000-8000-000000000001' })
    .where('id', '=', customer)
    .execute();
};
const row = (id: string) =>
  shop.platform.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a manager of one store neither merges nor erases a customer whom another store knows', async () => {
  const theirs = await add(chain, 'Downtown');
  await buysAtDowntown(theirs);
  const own = await add(local, 'Airport');
  const before = [await row(theirs), await row(own)];
  const merge = { token: local, body: { customer_id: theirs } };
  for (const reply of [
    await shop.call('POST', `/customers/${own}/merge/`, merge),
    await shop.call('POST', `/customers/${theirs}/erase/`, { token: local, body: {} }),
  ]) {
    expect([reply.status, reply.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  }
  expect([await row(theirs), await row(own)]).toEqual(before);
  expect(
    (await shop.call('POST', `/customers/${own}/erase/`, { token: local, body: {} })).status,
  ).toBe(200);
  expect(
    (await shop.call('POST', `/customers/${theirs}/erase/`, { token: chain, body: {} })).status,
  ).toBe(200);
});

it('a manager of one store does not set what points of the chain are worth', async () => {
  for (const body of [{ points_value: '99.0000' }, { loyalty_points_per_unit: 1000 }]) {
    const reply = await shop.call('PATCH', '/stores/AIRPORT/', { token: local, body });
    expect([reply.status, reply.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  }
});

it('a discount leaves a gift card at what it is worth', async () => {
  const reply = await shop.call('POST', '/pos/transactions/create/', {
    token: await shop.tillToken(),
    body: {
      store_id: 'DOWNTOWN',
      employee_id: 'EMP001',
      line_items: [{ sku: 'GIFT-CARD', quantity: 1, unit_price: '100.00', subtotal: '100.00' }],
      discounts: [{ sale: true, amount: '20.00', reason: 'Regular' }],
      subtotal: '80.00',
      tax_amount: '0.00',
      total_amount: '80.00',
    },
  });
  expect(reply.status, reply.text).toBe(400);
});

it('a made-up device token with letters of several bytes is no error', async () => {
  const token = `aa.bb.zzz.${'a'.repeat(42)}%C3%A9`;
  const reply = await shop.call('GET', '/auth/options/', {
    headers: { cookie: `device=${token}` },
  });
  expect(reply.status).toBe(200);
});
