import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../src/platform/database/connect.js';
import { atomically, type Db, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { addJobs } from '../../src/platform/jobs/add-jobs.js';
import { ReleaseOncePool } from '../../src/platform/jobs/graphile/release-once-pool.js';
import type { Job } from '../../src/platform/jobs/job.js';
import { startWorker, type Worker } from '../../src/platform/jobs/worker.js';
import type { Consumer } from '../../src/platform/work/consumers/consumer.js';
import { cloneDatabase, openShop, type Shop } from '../support/service.js';
import { socketOf, startTcpProxy, throughProxy } from '../support/tcp-proxy.js';

const done = new Map<number, number>();
/** Every third number fails at first, so that failures are written while connections break. */
const count: Job = {
  name: 'count',
  run: async (_platform, payload) => {
    const number = payload.number as number;
    done.set(number, (done.get(number) ?? 0) + 1);
    await sleep(5);
    if (number % 3 === 0 && done.get(number) === 1) throw new Error('not yet');
  },
};

const delivered: number[] = [];
let groups = 0;
/** Refuses what comes in a group. */
const patient: Consumer = {
  name: 'patient',
  events: [],
  priority: 'low',
  handle: async (_platform, [first, ...others]) => {
    if (first !== undefined && others.length === 0) delivered.push(first.seq);
    else {
      groups += 1;
      throw new Error('not together');
    }
  },
};

let shop: Shop;
let worker: Worker;

beforeAll(async () => {
  shop = await openShop({ demo: false, background: false });
  const work = { jobs: [count], consumers: [patient], schedules: [] };
  worker = await startWorker(shop.platform, shop.url, work);
});
afterAll(async () => {
  await worker.stop();
  await shop.close();
});

const left = async (db = shop.platform.db): Promise<number | undefined> =>
  (await statement<{ n: number }>(db, `select count(*)::int as n from graphile_worker.jobs`))[0]?.n;

/** The worker pools with a liveness connection; that of a stopped pool stays listed for a moment. */
async function poolIds(): Promise<string[]> {
  const pools = await statement<{ id: string }>(
    shop.platform.db,
    `select distinct substr(application_name, 11) as id from pg_stat_activity
     where datname = current_database() and application_name like 'tillhouse pool-%'`,
  );
  return pools.map(pool => pool.id);
}

it('takes a connection back once, however often it is given back', async () => {
  const pool = new ReleaseOncePool({ connectionString: shop.url, max: 1 });
  const take = () =>
    new Promise<() => void>((resolve, reject) =>
      pool.connect((error: Error | undefined, _client: unknown, release: () => void) =>
        error ? reject(error) : resolve(release),
      ),
    );
  const release = await take();
  release();
  release();
  const releaseAgain = await take();
  release();
  expect(pool.idleCount).toBe(0);
  releaseAgain();
  expect(pool.idleCount).toBe(1);
  await pool.end();
});

it('finishes every job though its connections are cut again and again', async () => {
  const { db } = shop.platform;
  await atomically(db, tx =>
    addJobs(
      tx,
      Array.from({ length: 200 }, (_, number) => ({ name: 'count', payload: { number } })),
    ),
  );
  for (let cut = 0; cut < 8; cut += 1) {
    await statement(
      db,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tillhouse-jobs' and datname = current_database()`,
    );
    await sleep(20);
  }
  await expect.poll(() => left()).toBe(0);
  expect(done.size).toBe(200);
});

it('goes on after an outage in which the end of several jobs could not be written', async () => {
  const { db } = shop.platform;
  await worker.stop();
  const proxy = await startTcpProxy(() => socketOf(shop.url));
  const work = { jobs: [count], consumers: [patient], schedules: [] };
  worker = await startWorker(shop.platform, throughProxy(shop.url, proxy.port), work);
  const add = (first: number) =>
    atomically(db, tx =>
      addJobs(
        tx,
        Array.from({ length: 60 }, (_, n) => ({
          name: 'count',
          payload: { number: 3 * (first + n) + 1 },
        })),
      ),
    );
  try {
    for (let outage = 0; outage < 2; outage += 1) {
      await add(10_000 + outage * 100);
      await sleep(30);
      proxy.shut();
      await sleep(200);
      proxy.open();
      await expect.poll(() => left()).toBe(0);
    }
  } finally {
    await worker.stop();
    await proxy.close();
    await expect.poll(poolIds).toEqual([]);
    worker = await startWorker(shop.platform, shop.url, work);
  }
});

it('runs a job that it has locked but whose row never arrived', async () => {
  const { db } = shop.platform;
  await expect.poll(poolIds).toHaveLength(1);
  const [poolId] = await poolIds();
  await atomically(db, async tx => {
    await addJobs(tx, [{ name: 'count', payload: { number: 50_000 } }]);
    await statement(
      tx,
      `update graphile_worker._private_jobs
       set locked_by = $1, locked_at = now() - interval '1 minute', attempts = max_attempts`,
      [poolId],
    );
  });
  await statement(
    db,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tillhouse-jobs' and datname = current_database()`,
  );
  await expect.poll(() => left()).toBe(0);
  expect(done.get(50_000)).toBe(1);
});

it('finds jobs though its first look at the queue failed', async () => {
  const { db } = shop.platform;
  await worker.stop();
  await statement(
    db,
    `create function refuse() returns trigger language plpgsql as $$
     begin raise exception 'not now'; end $$`,
  );
  await statement(
    db,
    `create trigger refuse before insert on graphile_worker._private_tasks
     for each statement execute function refuse()`,
  );
  const work = { jobs: [count], consumers: [patient], schedules: [] };
  worker = await startWorker(shop.platform, shop.url, work);
  await sleep(300);
  await statement(db, 'drop function refuse cascade');
  const job = { name: 'count', payload: { number: 20_000 } };
  await atomically(db, tx => addJobs(tx, [job]));
  await expect.poll(() => left()).toBe(0);
  expect(done.get(20_000)).toBe(1);
});

it('works through a queue without pausing between its jobs', async () => {
  const { db } = shop.platform;
  const before = done.size;
  const add = (number: number) => ({ name: 'count', queue: 'one', payload: { number } });
  await atomically(db, tx =>
    addJobs(
      tx,
      Array.from({ length: 40 }, (_, n) => add(1_001 + 3 * n)),
    ),
  );
  await expect.poll(() => done.size).toBe(before + 40);
});

it('retries the events of a failed batch one by one, also those of an older release', async () => {
  const { db } = shop.platform;
  const streamId = newId();
  await statement(
    db,
    `insert into single_events (stream_id, seq, id, event, data, occurred_at)
     select $1, unnest($2::int[]), unnest($3::uuid[]), 'test.said', '{}', now()`,
    [streamId, [1, 2, 3], [newId(), newId(), newId()]],
  );
  const events = [1, 2, 3].map(seq => ({ streamId, seq }));
  await atomically(db, tx => addJobs(tx, [{ name: patient.name, payload: { facts: events } }]));
  await expect.poll(() => delivered.length).toBe(3);
  expect(groups).toBe(1);
  expect([...delivered].sort()).toEqual([1, 2, 3]);
});

it('finds the next job without a look at all that wait', async () => {
  const own = await cloneDatabase();
  const { db, close } = connect(own.url, { poolSize: 2, log: shop.platform.log });
  const jobs = [{ name: 'nothing', run: async () => undefined }];
  const work = { jobs, consumers: [], schedules: [] };
  // One worker: while others are in the midst of it, jobs that are done still lie in the index.
  const config = { ...shop.platform.config, jobConcurrency: 1 };
  const ownWorker = await startWorker({ ...shop.platform, db, config }, own.url, work);
  const before = await entriesRead(db);
  // How it looks is decided while there are few, and kept.
  for (const many of [4, 1_000]) {
    await atomically(db, tx => addJobs(tx, Array(many).fill({ name: 'nothing' })));
    await expect.poll(() => left(db)).toBe(0);
  }
  await ownWorker.stop();
  await expect.poll(() => entriesRead(db)).toBeGreaterThanOrEqual(before + 1_000);
  // In order: 1,000, or half a million where the database could not clear away what was done, because
  // somebody else's transaction lasted. All that wait, each time: a million.
  expect(await entriesRead(db)).toBeLessThan(before + 750_000);
  await close();
  await own.drop();
});

/** Entries of the index of jobs that were looked at; connections tell it when they end. */
async function entriesRead(db: Db): Promise<number> {
  const [row] = await statement<{ n: number }>(
    db,
    `select idx_tup_read::int as n from pg_stat_user_indexes where indexrelname = 'jobs_main_index'`,
  );
  return row?.n ?? 0;
}
