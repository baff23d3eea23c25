import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService, type Service } from '../../src/app.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { seedDemo } from '../../src/seed/demo.js';
import { testConfig } from '../support/config.js';
import { makeTempFolder } from '../support/postgres.js';
import { PRIMARY_SECRET, paymentEvent } from './clients.js';

const log = createLog('silent');
let dataDir: string;
let postgres: EmbeddedPostgres;
let service: Service;

beforeAll(async () => {
  dataDir = await makeTempFolder();
  postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  const config = testConfig({ PRIMARY_WEBHOOK_SECRET: PRIMARY_SECRET });
  service = await createService({ config, databaseUrl: postgres.url, log });
  await seedDemo(service.platform);
});
afterAll(async () => {
  await service.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const call = async (
  method: 'GET' | 'POST',
  url: string,
  token?: string,
  payload?: object,
  key?: string,
) => {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
  };
  const answer = await service.app.inject({
    method,
    url,
    headers,
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    body: answer.headers['content-type']?.toString().includes('json') ? answer.json() : answer.body,
    headers: answer.headers,
  };
};

const create = (token: string) =>
  call('POST', '/pos/transactions/create/', token, {
    store_id: 'DOWNTOWN',
    employee_id: 'EMP001',
    line_items: [{ sku: 'MUG-BLACK', quantity: 1, unit_price: '12.50', subtotal: '12.50' }],
    subtotal: '12.50',
    tax_amount: '1.03',
    total_amount: '13.53',
  });

const pay = (token: string, sale: string, key?: string) => {
  const body = { payment_method_id: 'cash', tendered_amount: '20.00' };
  return call('POST', `/pos/transactions/${sale}/payment/`, token, body, key);
};

async function sell(token: string) {
  const created = await create(token);
  if (created.status !== 201) return created;
  return pay(token, created.body.transaction.transaction_id);
}

async function logIn(): Promise<string> {
  const login = await call('POST', '/pos/auth/terminal-login/', undefined, {
    employee_id: 'EMP001',
    pin_code: '1234',
    store_id: 'DOWNTOWN',
    terminal_id: 'T-001',
  });
  return login.body.token;
}

const startAgain = async (): Promise<void> => {
  postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
};

const onHand = async () =>
  (
    await statement<{ on_hand: number }>(
      service.platform.db,
      `select on_hand from inventory_levels l join product_variants v on v.id = l.variant_id
       join stores s on s.id = l.store_id where sku = 'MUG-BLACK' and code = 'DOWNTOWN'`,
    )
  )[0]?.on_hand;

it('answers 503 while the database is down, says so in /health, and recovers without a restart', async () => {
  const token = await logIn();
  expect((await sell(token)).status).toBe(202);
  await expect.poll(onHand).toBe(59);

  await postgres.stop();
  const refused = await sell(token);
  expect(refused.status).toBe(503);
  expect(refused.body.code).toBe('DATABASE_UNAVAILABLE');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const event = paymentEvent('evt_away', 'pi_away');
  const reported = await service.app.inject({
    method: 'POST',
    url: '/payments/webhook/primary/',
    headers: event.headers,
    payload: JSON.stringify(event.body),
  });
  expect([reported.statusCode, reported.json().code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  const till = await call('GET', '/pos/health/');
  expect([till.status, till.body.status, till.body.services]).toEqual([
    200,
    'unhealthy',
    { database: false, cache: true },
  ]);
  const health = await call('GET', '/health/?format=json');
  expect([health.status, health.body.checks.database]).toEqual([500, false]);

  await startAgain();
  await expect.poll(async () => (await call('GET', '/health/?format=json')).status).toBe(200);
  await expect.poll(async () => (await sell(token)).status).toBe(202);
  // Numbering and jobs recover too, not only the requests.
  await expect.poll(onHand).toBeLessThanOrEqual(58);
});

it('releases an idempotency key held during the outage, long before its lease expires', async () => {
  const token = await logIn();
  const sale = (await create(token)).body.transaction.transaction_id;
  const holder = new pg.Client({ connectionString: postgres.url });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from transactions where transaction_number = $1 for update', [sale]);
  const caught = pay(token, sale, 'in-the-outage-1');
  const claimed = () =>
    statement(service.platform.db, 'select 1 from idempotency_keys where key = $1', [
      'in-the-outage-1',
    ]);
  await expect.poll(async () => (await claimed()).length).toBe(1);

  await postgres.stop();
  expect((await caught).status).toBe(503);
  await startAgain();
  await expect
    .poll(async () => (await pay(token, sale, 'in-the-outage-1')).status, {
      timeout: 20_000,
      interval: 200,
    })
    .toBe(202);
});
