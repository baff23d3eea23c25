import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration with work queues and named consumers. */
const FIRST = '0043';
const STREAM = '00000000-0000-4000-8000-000000000001';
const PAYMENT = '00000000-0000-4000-8000-0000000000aa';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await query('insert into event_streams (stream_id, last_seq) values ($1, 9)', [STREAM]);
  await query(
    `insert into heard_events (listener, stream_id, seq) values ('soon', $1, 8), ('later', $1, 5)`,
    [STREAM],
  );
  await query(
    `insert into doubtful_charges (payment_id, processor_type, charge_key, sent_at, next_look_at, looks)
     values ($1, 'primary', 'key', now(), '2026-01-01T00:00:00Z', 3)`,
    [PAYMENT],
  );
  await query(
    `insert into webhook_events (id, processor, event_id, event_type, raw_payload, lease_until, received_at)
     values (gen_random_uuid(), 'primary', 'evt_1', 'ping', '{}', now(), '2026-01-01T00:00:00Z')`,
  );
  await query(
    `insert into purchase_limits (id, name, product_id, max_quantity, period)
     values (gen_random_uuid(), 'All', null, 5, 'day'), (gen_random_uuid(), 'Wine', 1, 2, 'day')`,
  );
  await older.upgrade();
});
afterAll(() => older.close());

it('gives each consumer the position of its former group', async () => {
  const rows = await query('select consumer, seq from event_positions order by consumer');
  const positions = new Map(rows.map(row => [row.consumer, Number(row.seq)]));
  expect(positions.get('transactions:commit-stock')).toBe(8);
  expect(positions.get('loyalty:keep-points')).toBe(5);
  expect(positions.size).toBe(16);
  expect(positions.has('soon') || positions.has('later')).toBe(false);
});

it('keeps uncertain charges with their next attempt', async () => {
  expect(
    await query('select payment_id, next_attempt_at, attempts from uncertain_charges'),
  ).toEqual([
    { payment_id: PAYMENT, next_attempt_at: new Date('2026-01-01T00:00:00Z'), attempts: 3 },
  ]);
});

it('makes webhook events that a dead node left behind due', async () => {
  expect(await query('select retry_at, status from webhook_events')).toEqual([
    { retry_at: new Date('2026-01-01T00:00:00Z'), status: 'pending' },
  ]);
});

it('marks a purchase limit without a target as one on everything', async () => {
  expect(await query('select name, everything from purchase_limits order by name')).toEqual([
    { name: 'All', everything: true },
    { name: 'Wine', everything: false },
  ]);
});
