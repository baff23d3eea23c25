import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.js';
import { knownMigrations } from '../../src/platform/database/migration-files.js';
import { createLog } from '../../src/platform/log.js';
import { databaseUrl } from '../support/global-setup.js';

/** The last migration of the release before work queues and named consumers. */
const LAST_BEFORE = '0042-room-for-leases.sql';
const STREAM = '00000000-0000-4000-8000-000000000001';
const PAYMENT = '00000000-0000-4000-8000-0000000000aa';

const server = inject('postgresUrl');
const name = `upgrade_${randomBytes(4).toString('hex')}`;
const log = createLog('silent');
let client: pg.Client;

const query = async (text: string, values: unknown[] = []) =>
  (await client.query(text, values)).rows;

async function onServer(text: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(text);
  await admin.end();
}

beforeAll(async () => {
  await onServer(`create database ${name}`);
  const url = databaseUrl(server, name);
  const before = knownMigrations().filter(migration => migration.name <= LAST_BEFORE);
  await migrate(url, log, { only: new Set(before.map(migration => migration.name)) });
  client = new pg.Client({ connectionString: url });
  await client.connect();
  // Rows without their parents: only the queue columns matter here.
  await query('set session_replication_role = replica');
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
  await migrate(url, log);
});
afterAll(async () => {
  await client.end();
  await onServer(`drop database ${name} with (force)`);
});

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
