import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { projectRoot } from '../../src/platform/root.js';
import { testConfig } from '../support/config.js';
import { makeTempFolder } from '../support/postgres.js';
import { callService, freePort, startService, violatedInvariants } from '../support/process.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf, mug } from '../transactions/support.js';

const SALES = Number(process.env.BACKUP_SALES ?? 20);
const { secretKey } = testConfig();

let shop: Shop;
let folder: string;
beforeAll(async () => {
  folder = await makeTempFolder();
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as `npm run` does. */
const tool = (name: string, file: string, env: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(projectRoot, 'tools', name), file],
      { env: { PATH: process.env.PATH, HOME: process.env.HOME, SECRET_KEY: secretKey, ...env } },
      (error, out, err) => (error ? reject(new Error(err || error.message)) : resolve(out)),
    );
  });

it('restores every sale acknowledged before the backup on an empty machine', async () => {
  const counter = counterOf(shop);
  const key = newId();
  const headers = { 'idempotency-key': key };
  const keyed = await counter.post('/pos/transactions/create/', mug(), undefined, headers);
  expect(keyed.status).toBe(201);
  const acknowledged: string[] = [];
  const sell = async () => acknowledged.push(await counter.sold({ payment_method_id: 'cash' }));
  for (let n = 0; n < SALES; n += 1) await sell();

  const before = [...acknowledged];
  let isDone = false;
  const selling = (async () => {
    while (!isDone) await sell();
  })();
  const file = join(folder, 'shop.backup');
  const saved = await tool('backup.mjs', file, { DATABASE_URL: shop.url, DATA_DIR: folder });
  isDone = true;
  await selling;
  expect(saved).toMatch(/rows of \d+ tables/);
  expect(acknowledged.length).toBeGreaterThan(before.length);

  const env = { DATA_DIR: join(folder, 'fresh'), DEMO_DATA: 'false' };
  const restored = await tool('restore.mjs', file, env);
  expect(restored).toMatch(/All books agree\.\n$/);
  const port = String(await freePort());
  const service = await startService({ ...env, SECRET_KEY: secretKey, PORT: port });
  try {
    const login = await callService(service.url, 'POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    });
    const token = login.body.access;
    const lost: string[] = [];
    for (const sale of before) {
      const { body } = await callService(service.url, 'GET', `/transactions/${sale}/`, { token });
      if (body.status !== 'completed' || body.totalPaid !== '13.53') lost.push(sale);
    }
    expect(lost).toEqual([]);
    expect(await violatedInvariants(service.url)).toEqual([]);
    const again = await callService(service.url, 'POST', '/pos/transactions/create/', {
      token: await shop.tillToken(),
      headers,
      body: mug(),
    });
    expect([again.status, again.body.transaction?.transaction_id]).toEqual([
      201,
      keyed.body.transaction.transaction_id,
    ]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  } finally {
    await service.stop();
  }
});
