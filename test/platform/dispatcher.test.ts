import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLeaderLock } from '../../src/platform/database/leader-lock.js';
import { statement } from '../../src/platform/database/tx.js';
import type { Consumer } from '../../src/platform/work/consumers/consumer.js';
import { startDispatcher } from '../../src/platform/work/consumers/dispatcher.js';
import { openSilentLog, type SilentLog } from './silent-log.js';

let log: SilentLog;
beforeAll(async () => {
  log = await openSilentLog();
});
afterAll(() => log.close());

const sell = (...numbers: number[]): Promise<void> => log.sell(null, ...numbers);
/** One node: its own lock connection ends with it. */
async function dispatchTo(...consumers: Consumer[]) {
  const leader = createLeaderLock(log.url, 7_411_503);
  const dispatcher = await startDispatcher(log.platform, consumers, leader);
  return {
    drain: () => dispatcher.drain(),
    stop: async () => {
      await dispatcher.stop();
      await leader.end();
    },
  };
}

const consumerOf = (name: string, received: string[], fails = false, label = name): Consumer => ({
  name: `test:${name}`,
  events: ['test.sold'],
  handle: async (_platform, events) => {
    if (fails) throw new Error('no strength left');
    received.push(...events.map(event => `${label} ${event.data.n}`));
  },
});

it('dispatches an event to all consumers, and retries it only for the one that fails', async () => {
  const received: string[] = [];
  const dispatcher = await dispatchTo(
    consumerOf('stock', received),
    consumerOf('weak', received, true),
    consumerOf('points', received),
    { ...consumerOf('later', received), priority: 'low' },
    { ...consumerOf('lame', received, true), priority: 'low' },
  );
  await sell(1, 2);
  const jobs = () =>
    statement<{ name: string; events: number | null }>(
      log.platform.db,
      `select task.identifier as name, json_array_length(job.payload -> 'events') as events
       from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id order by 1, job.id`,
    );
  await expect.poll(jobs).toEqual([
    { name: 'test:lame', events: 1 },
    { name: 'test:lame', events: 1 },
    { name: 'test:weak', events: 1 },
    { name: 'test:weak', events: 1 },
  ]);
  await dispatcher.stop();
  expect([...received].sort()).toEqual([
    'later 1',
    'later 2',
    'points 1',
    'points 2',
    'stock 1',
    'stock 2',
  ]);
});

it('runs on one node at a time, and on the next one when that is gone', async () => {
  const received: string[] = [];
  const first = await dispatchTo(consumerOf('shared', received, false, 'first'));
  await sell(1);
  await expect.poll(() => received).toEqual(['first 1']);
  const second = await dispatchTo(consumerOf('shared', received, false, 'second'));
  await sell(2);
  await expect.poll(() => received).toEqual(['first 1', 'first 2']);
  await first.stop();
  await sell(3);
  await expect.poll(() => received).toEqual(['first 1', 'first 2', 'second 3']);
  await second.stop();
});

it('goes on when the connection with the leader lock breaks', async () => {
  const received: string[] = [];
  const dispatcher = await dispatchTo(consumerOf('only', received));
  await sell(1);
  await expect.poll(() => received).toEqual(['only 1']);
  const ended = await statement(
    log.platform.db,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tillhouse-leader'`,
  );
  expect(ended).toHaveLength(1);
  await sell(2);
  await expect.poll(() => received).toEqual(['only 1', 'only 2']);
  await dispatcher.stop();
});

it('dispatches what was numbered while no dispatcher ran', async () => {
  await sell(7);
  const received: string[] = [];
  const dispatcher = await dispatchTo(consumerOf('only', received));
  await expect.poll(() => received).toEqual(['only 7']);
  await dispatcher.stop();
});
