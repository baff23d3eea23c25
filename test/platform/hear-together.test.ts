import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../src/platform/database/connect.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { record } from '../../src/platform/events/outbox.js';
import { startSequencer } from '../../src/platform/events/sequencer.js';
import type { Subscriber } from '../../src/platform/events/subscriber.js';
import { startWorker } from '../../src/platform/jobs/worker.js';
import { createLog } from '../../src/platform/log.js';
import { cloneDatabase, openShop, type Shop } from '../support/service.js';

const log = createLog('silent');
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const listener = (name: string, heard: string[], fails = false): Subscriber => ({
  name: `test:${name}`,
  events: ['test.sold'],
  handle: async (_platform, events) => {
    if (fails) throw new Error('no strength left');
    heard.push(...events.map(event => `${name} ${event.data.n}`));
  },
});

it('tells subscribers in one job, those who can wait in another, and parks only the one that fails', async () => {
  const own = await cloneDatabase();
  const { db, close } = connect(own.url, { poolSize: 6, log });
  const platform = { ...shop.platform, db };
  const heard: string[] = [];
  const subscribers = [
    listener('stock', heard),
    listener('weak', heard, true),
    listener('points', heard),
    { ...listener('later', heard), canWait: true },
    { ...listener('lame', heard, true), canWait: true },
  ];
  const sequencer = startSequencer(platform, subscribers);
  await atomically(db, tx =>
    record(tx, ...[1, 2].map(n => ({ event: 'test.sold', storeId: null, data: { n } }))),
  );
  await sequencer.drain();
  const names = () =>
    statement<{ name: string; facts: number | null }>(
      db,
      `select task.identifier as name, json_array_length(job.payload -> 'facts') as facts
       from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id order by 1, job.id`,
    );
  expect(await names()).toEqual([
    { name: 'events:hear', facts: 2 },
    { name: 'events:hear-later', facts: null },
  ]);
  const worker = await startWorker(platform, own.url, { jobs: [], subscribers, schedules: [] });
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(6);
  expect([...heard].sort()).toEqual([
    'later 1',
    'later 2',
    'points 1',
    'points 2',
    'stock 1',
    'stock 2',
  ]);
  await expect.poll(names, { timeout: 10_000 }).toEqual([
    { name: 'test:lame', facts: 1 },
    { name: 'test:lame', facts: 1 },
    { name: 'test:weak', facts: 1 },
    { name: 'test:weak', facts: 1 },
  ]);
  await worker.stop();
  await sequencer.stop();
  await close();
  await own.drop();
});
