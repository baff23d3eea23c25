import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftIn } from '../../src/domains/storefront/checkout/attempt/packed-draft.js';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0172-storefront-checkouts-of-cart.sql';

type Stored = Parameters<typeof draftIn>[0];
let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

const [charging, challenged, idle, paid] = [newId(), newId(), newId(), newId()];
const [store, tee, mug, held, digital] = [newId(), newId(), newId(), newId(), newId()];
const LEASE = new Date('2026-05-01T12:00:00Z');
const DRAFT = {
  number: 'TXN-20260501-00000001',
  openedAt: '2026-05-01T11:59:30.123456+00:00',
  sale: { id: newId() },
};

/** The id of the cart is that of its checkout. */
async function checkout(id: string, status: string, more: { lease?: Date; draft?: object } = {}) {
  await query(`insert into carts (id, session_id, store_id) values ($1, $2, $3)`, [
    id,
    newId(),
    store,
  ]);
  await query(
    `insert into checkout_sessions (id, session_id, cart_id, store_id, status, fulfillment_method,
       expires_at, attempt, lease_until, draft)
     values ($1, $2, $1, $3, $4, 'ship', now(), 3, $5, $6)`,
    [id, newId(), store, status, more.lease ?? null, more.draft ?? null],
  );
}

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await checkout(charging, 'payment_processing', { lease: LEASE, draft: DRAFT });
  await checkout(challenged, 'payment_requires_action', { lease: LEASE });
  await checkout(idle, 'payment_failed');
  // Paid at a till while its card was charged.
  await checkout(paid, 'completed');
  for (const [id, purpose] of [
    [held, 'sale:1'],
    [digital, 'sale:2'],
  ]) {
    await query('insert into reservations (id, store_id, purpose) values ($1, $2, $3)', [
      id,
      store,
      purpose,
    ]);
  }
  await query(
    `insert into reservation_lines (reservation_id, variant_id, quantity)
     values ($1, $2, 4), ($1, $3, 1)`,
    [held, tee, mug],
  );
  await older.upgrade();
});
afterAll(() => older.close());

it('keeps attempts that are running, with their draft and lease', async () => {
  const attempts = await query('select * from checkout_attempts order by cart_id = $1 desc', [
    charging,
  ]);
  expect(
    attempts.map(({ number, opened_at, ...attempt }) => ({
      ...attempt,
      draft: draftIn({ draft: attempt.draft as Buffer, number, opened_at } as Stored),
    })),
  ).toEqual([
    {
      cart_id: charging,
      checkout_id: charging,
      attempt: 3,
      lease_until: LEASE,
      draft: { ...DRAFT, openedAt: '2026-05-01T11:59:30.123Z' },
    },
    { cart_id: challenged, checkout_id: challenged, attempt: 3, lease_until: LEASE, draft: null },
  ]);
});

it('closes the cart of a checkout that was paid at a till', async () => {
  const carts = await query('select id, status from carts order by id');
  expect(Object.fromEntries(carts.map(({ id, status }) => [id, status]))).toEqual({
    [charging]: 'ACTIVE',
    [challenged]: 'ACTIVE',
    [idle]: 'ACTIVE',
    [paid]: 'CONVERTED',
  });
});

it('keeps the lines of reservations', async () => {
  const lines = [
    { reservation_id: held, variant_id: tee, quantity: 4 },
    { reservation_id: held, variant_id: mug, quantity: 1 },
  ];
  const stored = await query('select * from reservation_lines');
  expect(stored).toHaveLength(2);
  expect(stored).toEqual(expect.arrayContaining(lines));
  expect(await query('select purpose, status from reservations order by purpose')).toEqual([
    { purpose: 'sale:1', status: 'held' },
    { purpose: 'sale:2', status: 'held' },
  ]);
});

it('still refuses reserved quantities below one, and a charge that pays twice', async () => {
  const refusal = (text: string, values: unknown[]) =>
    query(text, values).then(
      () => 'accepted',
      error => error.constraint,
    );
  expect(
    await refusal(`update reservations set quantities = '{1,0}' where purpose = $1`, ['sale:1']),
  ).toBe('held_quantity');
  const charge = (processorId: string | null) =>
    refusal(
      `insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered,
         currency, status, processor_transaction_id)
       values ($1, $2, $3, $4, 1, 1, 'USD', 'pending', $5)`,
      [newId(), newId(), store, newId(), processorId],
    );
  expect([await charge('pi_1'), await charge('pi_2')]).toEqual(['accepted', 'accepted']);
  expect(await charge('pi_1')).toBe('one_sale_per_processor_payment');
  expect([await charge(null), await charge(null)]).toEqual(['accepted', 'accepted']);
});
