import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0061-fulfillments-pick-up.sql';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

const GRACE = { firstName: 'Grace', lastName: 'Hopper', phone: '+1 212 555 0100' };

/** An order of the release before, with the names that it knew. */
async function order(known: {
  status?: string;
  shipping?: object;
  billing?: object;
  user?: string;
}) {
  const [sale, id] = [newId(), newId()];
  await query(
    `insert into transactions (id, transaction_number, store_id, source_system, currency, customer_id)
     values ($1, $2, $3, 'web_commerce', 'USD', $4)`,
    [sale, `TXN-20260101-${sale.slice(-8).toUpperCase()}`, newId(), known.user ?? null],
  );
  await query(
    `insert into fulfillments (id, transaction_id, store_id, fulfillment_type, status, shipping_address)
     values ($1, $2, $3, 'pickup', $4, $5)`,
    [id, sale, newId(), known.status ?? 'pending', known.shipping ?? null],
  );
  if (known.billing !== undefined) {
    await query(
      `insert into checkout_sessions (id, session_id, cart_id, store_id, fulfillment_method,
         transaction_id, form, expires_at)
       values ($1, $2, $3, $4, 'pickup', $5, $6, now())`,
      [newId(), newId(), newId(), newId(), sale, { billing_address: known.billing }],
    );
  }
  return id;
}

const ids: string[] = [];
beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  const user = newId();
  await query(
    `insert into users (id, role, first_name, last_name, phone)
     values ($1, 'customer', 'Alan', 'Turing', '0170')`,
    [user],
  );
  ids.push(
    await order({ shipping: GRACE }),
    await order({ billing: GRACE }),
    await order({ user }),
    await order({}),
    await order({ status: 'picked_up', shipping: GRACE }),
  );
  await older.upgrade();
});
afterAll(() => older.close());

it('names the customers of waiting orders, so that tills find them', async () => {
  const rows = await query(
    'select customer_name, customer_phone from fulfillments where id = any($1) order by id',
    [ids],
  );
  expect(rows.map(row => [row.customer_name, row.customer_phone])).toEqual([
    ['Grace Hopper', '+1 212 555 0100'],
    ['Grace Hopper', '+1 212 555 0100'],
    ['Alan Turing', '0170'],
    ['', ''],
    ['', ''],
  ]);
});
