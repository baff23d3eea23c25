import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/platform/clock.js';
import { type Customers, customersOf, openShop, type Shop } from './support.js';

let shop: Shop;
let customers: Customers;
beforeAll(async () => {
  shop = await openShop({ background: false });
  customers = customersOf(shop);
  await customers.rows(
    `insert into users (id, role, first_name, last_name, phone)
     select gen_random_uuid(), 'customer', 'Many', 'Customer ' || n, '+1212666' || 1000 + n
     from generate_series(1, 60) as n`,
  );
});
afterAll(() => shop.close());

it('shows a cashier as many customers as asked for, and counts each 25 as a list', async () => {
  const token = await shop.tillToken('EMP001');
  const { id } = (await shop.call('GET', '/auth/me/', { token })).body;
  const see = (query: string) => shop.call('GET', `/customers/${query}`, { token });
  for (const query of ['?limit=60', '?search=Many&limit=60']) {
    const seen = await see(query);
    expect([seen.status, seen.body.length]).toEqual([200, 60]);
    expect((await customers.asManager('GET', query)).body).toHaveLength(60);
  }
  // Two lists of 60 have counted six times.
  for (let n = 6; n < 597; n += 1) {
    await shop.platform.limits.throttle('customer lists', id, 600, HOUR_MS);
  }
  expect((await see('?search=Nobody&limit=200')).body).toEqual([]);
  expect((await see('?limit=60')).status).toBe(429);
  expect((await see('?limit=1')).status).toBe(429);
  expect((await customers.asManager('GET', '?limit=60')).body).toHaveLength(60);
});

it('answers a cashier 600 lists in an hour, and others still', async () => {
  const token = await shop.tillToken('EMP001');
  const { id } = (await shop.call('GET', '/auth/me/', { token })).body;
  for (let n = 0; n < 600; n += 1) {
    await shop.platform.limits.throttle('customer lists', id, 600, HOUR_MS);
  }
  const refused = await customers.search('Many', '', token);
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await customers.search('Many', '', await shop.tillToken('EMP002'))).status).toBe(200);
  expect((await customers.asManager('GET', '?search=Many')).status).toBe(200);
});
