import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { addJobs } from '../../src/platform/jobs/add-jobs.js';
import { waitingForLocks } from '../support/locks.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let worker: pg.Client;
beforeAll(async () => {
  shop = await openShop({ demo: false, background: false });
  worker = new pg.Client({ connectionString: shop.url });
  await worker.connect();
});
afterAll(async () => {
  await worker.end();
  await shop.close();
});

const ask = (text: string) =>
  atomically(shop.platform.db, tx =>
    addJobs(tx, [{ name: 'tidy', key: 'tidy:shelf', payload: { text } }]),
  );
const jobs = () =>
  statement<{ key: string | null; text: string; running: boolean }>(
    shop.platform.db,
    `select key, payload->>'text' as text, locked_at is not null as running
     from graphile_worker._private_jobs order by id`,
  );

it('what is asked for before a job starts is one job, with the last word', async () => {
  await ask('first');
  await ask('second');
  expect(await jobs()).toEqual([{ key: 'tidy:shelf', text: 'second', running: false }]);
});

it('what is asked for in the moment its job starts is not lost', async () => {
  // A worker takes the job and has not committed yet: whoever asks now still sees it waiting.
  await worker.query('begin');
  await worker.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'`,
  );
  const asking = ask('third');
  await expect.poll(() => waitingForLocks(shop.platform.db), { interval: 10 }).toBeGreaterThan(0);
  await worker.query('commit');
  await asking;
  expect(await jobs()).toEqual([
    { key: null, text: 'second', running: true },
    { key: 'tidy:shelf', text: 'third', running: false },
  ]);
});

it('what is asked for while its job runs is a second job', async () => {
  await worker.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'
     where key is not null`,
  );
  await ask('fourth');
  expect(await jobs()).toEqual([
    { key: null, text: 'second', running: true },
    { key: null, text: 'third', running: true },
    { key: 'tidy:shelf', text: 'fourth', running: false },
  ]);
});
