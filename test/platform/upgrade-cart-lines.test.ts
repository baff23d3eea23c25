import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0099-storefront-lines-in-carts.sql';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

const [tee, mug, full, empty, store] = [newId(), newId(), newId(), newId(), newId()];
/** The carts of one visit that ordered, left a cart and has another now. */
const returning = newId();
const EARLIER = [
  [newId(), 'CONVERTED'],
  [newId(), 'ABANDONED'],
  [newId(), 'ACTIVE'],
] as const;

async function cart(id: string, visit = newId(), status = 'ACTIVE'): Promise<void> {
  await query(
    `insert into sessions (id, kind, expires_at) values ($1, 'web', now()) on conflict do nothing`,
    [visit],
  );
  await query('insert into carts (id, session_id, store_id, status) values ($1, $2, $3, $4)', [
    id,
    visit,
    store,
    status,
  ]);
}

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await query(`insert into stores (id, code, name) values ($1, 'ONE', 'One')`, [store]);
  await cart(full);
  await cart(empty);
  for (const [id, status] of EARLIER) await cart(id, returning, status);
  await query(
    `insert into cart_lines (cart_id, variant_id, quantity, added_at)
     values ($1, $2, 2, now()), ($1, $3, 5, now() - interval '1 hour')`,
    [full, tee, mug],
  );
  await older.upgrade();
});
afterAll(() => older.close());

const linesOf = (id: string) =>
  query('select variant_ids::uuid[] as variants, quantities::int[] from carts where id = $1', [id]);

it('keeps the lines of a cart in the order in which they were added', async () => {
  expect(await linesOf(full)).toEqual([{ variants: [mug, tee], quantities: [5, 2] }]);
  expect(await linesOf(empty)).toEqual([{ variants: [], quantities: [] }]);
  expect(
    await query('select * from cart_lines where cart_id = $1 order by position', [full]),
  ).toEqual([
    { cart_id: full, variant_id: mug, quantity: 5, position: 1 },
    { cart_id: full, variant_id: tee, quantity: 2, position: 2 },
  ]);
});

it('still limits lines and quantities', async () => {
  const refused = (change: string) =>
    query(`update carts set ${change} where id = $1`, [full]).then(
      () => 'accepted',
      error => error.constraint,
    );
  expect(await refused('quantities = array[9999001, 1]')).toBe('cart_quantity');
  expect(await refused('quantities = array[0, 1]')).toBe('cart_quantity');
  expect(
    await refused('variant_ids = array(select gen_random_uuid() from generate_series(1, 101))'),
  ).toBe('cart_lines_limit');
});

it('keeps all carts of a visit; the active one is its latest', async () => {
  expect(
    await query('select id, status, is_latest from carts where session_id = $1 order by id', [
      returning,
    ]),
  ).toEqual(EARLIER.map(([id, status]) => ({ id, status, is_latest: status === 'ACTIVE' })));
});

it('allows one active cart of a visit, its latest, and one attempt to pay a cart', async () => {
  const [visit, other] = [newId(), newId()];
  await query(`insert into sessions (id, kind, expires_at) values ($1, 'web', now())`, [visit]);
  const insert = (status: string, isLatest: boolean) =>
    query(
      `insert into carts (id, session_id, store_id, status, is_latest)
       values ($1, $2, $3, $4, $5)`,
      [newId(), visit, other, status, isLatest],
    ).then(
      () => 'accepted',
      error => error.constraint,
    );
  expect(await insert('ACTIVE', false)).toBe('active_cart_is_latest');
  expect(await insert('ACTIVE', true)).toBe('accepted');
  expect(await insert('ABANDONED', false)).toBe('accepted');
  expect(await insert('CONVERTED', false)).toBe('accepted');
  expect(await insert('ACTIVE', true)).toBe('carts_one_latest');
  expect(await insert('CONVERTED', true)).toBe('carts_one_latest');
  const attempt = (cartId: string) =>
    query(
      `insert into checkout_attempts (cart_id, checkout_id, attempt, lease_until)
       values ($1, $2, 1, now())`,
      [cartId, newId()],
    ).then(
      () => 'accepted',
      error => error.constraint,
    );
  expect(await attempt(full)).toBe('accepted');
  expect(await attempt(empty)).toBe('accepted');
  expect(await attempt(full)).toBe('one_attempt_per_cart');
});
