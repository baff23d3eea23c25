import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.js';
import { knownMigrations } from '../../src/platform/database/migration-files.js';
import { newId } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log.js';
import { databaseUrl } from '../support/global-setup.js';

/** The first migration that this test is about. */
const FIRST = '0061-fulfillments-pick-up.sql';

const server = inject('postgresUrl');
const name = `pick_up_${randomBytes(4).toString('hex')}`;
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
  await onServer(`create database ${name}`);
  const url = databaseUrl(server, name);
  const before = knownMigrations().filter(migration => migration.name < FIRST);
  await migrate(url, log, { only: new Set(before.map(migration => migration.name)) });
  client = new pg.Client({ connectionString: url });
  await client.connect();
  // Rows without their parents: only the names matter here.
  await query('set session_replication_role = replica');
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
  await migrate(url, log);
});
afterAll(async () => {
  await client.end();
  await onServer(`drop database ${name} with (force)`);
});

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
