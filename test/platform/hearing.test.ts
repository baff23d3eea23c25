import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLeaderLock } from '../../src/platform/database/leader-lock.js';
import { statement } from '../../src/platform/database/tx.js';
import { startHearing } from '../../src/platform/events/hearing.js';
import type { Subscriber } from '../../src/platform/events/subscriber.js';
import { openSilentLog, type SilentLog } from './silent-log.js';

let log: SilentLog;
beforeAll(async () => {
  log = await openSilentLog();
});
afterAll(() => log.close());

const sell = (...numbers: number[]): Promise<void> => log.sell(null, ...numbers);
/** One node: its own lock connection ends with it. */
async function hearWith(...subscribers: Subscriber[]) {
  const turn = createLeaderLock(log.url, 7_411_503);
  const hearing = await startHearing(log.platform, subscribers, turn);
  return {
    drain: () => hearing.drain(),
    stop: async () => {
      await hearing.stop();
      await turn.end();
    },
  };
}

const listener = (name: string, heard: string[], fails = false): Subscriber => ({
  name: `test:${name}`,
  events: ['test.sold'],
  handle: async (_platform, events) => {
    if (fails) throw new Error('no strength left');
    heard.push(...events.map(event => `${name} ${event.data.n}`));
  },
});

it('tells all subscribers of a fact, and gives jobs only to the one that fails', async () => {
  const heard: string[] = [];
  const hearing = await hearWith(
    listener('stock', heard),
    listener('weak', heard, true),
    listener('points', heard),
    { ...listener('later', heard), canWait: true },
    { ...listener('lame', heard, true), canWait: true },
  );
  await sell(1, 2);
  const jobs = () =>
    statement<{ name: string; facts: number | null }>(
      log.platform.db,
      `select task.identifier as name, json_array_length(job.payload -> 'facts') as facts
       from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id order by 1, job.id`,
    );
  await expect.poll(jobs, { timeout: 10_000 }).toEqual([
    { name: 'test:lame', facts: 1 },
    { name: 'test:lame', facts: 1 },
    { name: 'test:weak', facts: 1 },
    { name: 'test:weak', facts: 1 },
  ]);
  await hearing.stop();
  expect([...heard].sort()).toEqual([
    'later 1',
    'later 2',
    'points 1',
    'points 2',
    'stock 1',
    'stock 2',
  ]);
});

it('is done by one node at a time, and by the next one when that is gone', async () => {
  const heard: string[] = [];
  const first = await hearWith(listener('first', heard));
  await sell(1);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['first 1']);
  const second = await hearWith(listener('second', heard));
  await sell(2);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['first 1', 'first 2']);
  await first.stop();
  await sell(3);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['first 1', 'first 2', 'second 3']);
  await second.stop();
});

it('goes on when the connection that has the turn breaks', async () => {
  const heard: string[] = [];
  const hearing = await hearWith(listener('only', heard));
  await sell(1);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['only 1']);
  const ended = await statement(
    log.platform.db,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tillhouse-leader'`,
  );
  expect(ended).toHaveLength(1);
  await sell(2);
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['only 1', 'only 2']);
  await hearing.stop();
});

it('hears what was numbered while nobody listened', async () => {
  await sell(7);
  const heard: string[] = [];
  const hearing = await hearWith(listener('new', heard));
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['new 7']);
  await hearing.stop();
});
