import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Db, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { createPacing } from '../../src/platform/pacing.js';
import type { Platform } from '../../src/platform/platform.js';
import type { Consumer } from '../../src/platform/work/consumers/consumer.js';
import {
  dispatchBatch,
  runLegacyDispatch,
} from '../../src/platform/work/consumers/dispatch-batch.js';
import {
  advancePositions,
  consumerLags,
  registerConsumers,
} from '../../src/platform/work/consumers/position-repository.js';
import { createReadAhead } from '../../src/platform/work/consumers/read-ahead.js';
import { CHAIN_STREAM, lastSeq } from '../../src/platform/work/events/repository.js';
import { openSilentLog, type SilentLog } from './silent-log.js';

/** Streams of two stores that no other test writes to. */
const STORES: [string, string] = [newId(), newId()];

let log: SilentLog;
let db: Db;
let platform: Platform;
let sell: SilentLog['sell'];
const pauses: number[] = [];
const groups: string[][] = [];

const reader: Consumer = {
  name: 'test:reader',
  events: ['test.sold'],
  priority: 'low',
  handle: async (_platform, events) => {
    groups.push(events.map(({ data }) => String(data.n)));
  },
};

const urgent: Consumer = {
  ...reader,
  name: 'test:urgent',
  priority: 'normal',
  handle: async (_platform, events) => {
    groups.push(events.map(({ data }) => `urgent ${String(data.n)}`));
  },
};

beforeAll(async () => {
  const pacing = createPacing({
    now: () => 0,
    pause: async ms => {
      pauses.push(ms);
    },
  });
  log = await openSilentLog({ pacing });
  ({ platform, sell } = log);
  ({ db } = platform);
  await statement(db, 'insert into event_streams select unnest($1::uuid[]), 0', [STORES]);
});
beforeEach(async () => {
  await log.sequencer.drain();
  await dispatchAll([reader]);
  while (await dispatchBatch(platform, 'normal', [urgent]));
  pauses.length = 0;
  groups.length = 0;
});
afterAll(() => log.close());

async function dispatchAll(consumers: readonly Consumer[]): Promise<void> {
  while (await dispatchBatch(platform, 'low', consumers));
}

it('dispatches the events of many rounds in one batch, each stream in order, and once', async () => {
  const [north, south] = STORES;
  await sell(north, 1, 2);
  await sell(south, 11);
  await sell(north, 3);
  await sell(south, 12);
  await dispatchAll([reader]);
  expect(groups).toEqual([['1', '11', '2', '12', '3']]);
  await dispatchAll([reader]);
  expect(groups).toHaveLength(1);
});

it('dispatches an event of the whole chain once, although every store has it in its stream', async () => {
  await sell(null, 7);
  await dispatchAll([reader]);
  expect(groups).toEqual([['7']]);
  const positions = await statement<{ stream_id: string; unread: number }>(
    db,
    `select stream_id, (last_seq - seq)::int as unread
     from event_streams join event_positions using (stream_id)
     where consumer = 'test:reader' and stream_id = any($1::uuid[])`,
    [[CHAIN_STREAM, ...STORES]],
  );
  expect(positions).toHaveLength(3);
  expect(positions.every(({ unread }) => unread === 0)).toBe(true);
});

it('redelivers a batch that was interrupted', async () => {
  await sell(STORES[0], 1, 2);
  const dying: Consumer = {
    ...reader,
    handle: async (...batch) => {
      await reader.handle(...batch);
      // The node loses the database before it can move its position.
      await statement(db, 'alter table event_positions rename to away');
    },
  };
  await expect(dispatchAll([dying])).rejects.toThrow('event_positions');
  await statement(db, 'alter table away rename to event_positions');
  await dispatchAll([reader]);
  expect(groups).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
});

it('never moves a position back', async () => {
  const [store] = STORES;
  await sell(store, 1, 2, 3);
  const last = await lastSeq(db, store);
  await advancePositions(db, [reader.name], [{ streamId: store, seq: last - 1 }]);
  await advancePositions(db, [reader.name], [{ streamId: store, seq: last - 2 }]);
  await dispatchAll([reader]);
  expect(groups).toEqual([['3']]);
});

it('keeps a position for each consumer, and dispatches each priority by itself', async () => {
  const [store] = STORES;
  await sell(store, 1);
  expect(await dispatchBatch(platform, 'normal', [reader, urgent])).toBe(true);
  expect(groups).toEqual([['urgent 1']]);
  await sell(store, 2);
  expect(await dispatchBatch(platform, 'low', [reader, urgent])).toBe(true);
  expect(await dispatchBatch(platform, 'low', [reader, urgent])).toBe(false);
  expect(await dispatchBatch(platform, 'normal', [reader, urgent])).toBe(true);
  expect(groups).toEqual([['urgent 1'], ['1', '2'], ['urgent 2']]);
});

it('gives a consumer that is ahead of another only what it has not read', async () => {
  const [store] = STORES;
  const slow: Consumer = {
    ...reader,
    name: 'test:slow',
    handle: async (_platform, events) => {
      groups.push(events.map(({ data }) => `slow ${String(data.n)}`));
    },
  };
  await dispatchAll([slow]);
  groups.length = 0;
  await sell(store, 1);
  await dispatchAll([reader]);
  await sell(store, 2);
  await dispatchAll([reader, slow]);
  expect(groups).toEqual([['1'], ['2'], ['slow 1', 'slow 2']]);
});

it('starts a consumer that a release adds at the end of the log', async () => {
  const [store] = STORES;
  await sell(store, 1);
  await registerConsumers(db, ['test:added', reader.name]);
  await sell(store, 2);
  const added: Consumer = {
    ...reader,
    name: 'test:added',
    handle: async (_platform, events) => {
      groups.push(events.map(({ data }) => `added ${String(data.n)}`));
    },
  };
  await dispatchAll([reader, added]);
  expect(groups).toEqual([['1', '2'], ['added 2']]);
});

it('pauses between batches while requests arrive, and not when all is quiet', async () => {
  const [store] = STORES;
  await sell(store, 1);
  await dispatchAll([reader]);
  expect(pauses).toEqual([]);
  const busy: Consumer = { ...reader, handle: async () => platform.pacing.countRequest() };
  await sell(store, 2, 3, 4);
  await dispatchAll([busy]);
  await sell(store, ...Array.from({ length: 600 }, (_, n) => n));
  await dispatchAll([busy]);
  expect(pauses).toEqual([250, 250, 250]);
});

it('writes the positions of consumers that got nothing once a second, and a crash redelivers nothing', async () => {
  const [store] = STORES;
  const idle: Consumer = { ...reader, name: 'test:idle', events: ['test.never'] };
  const consumers = [reader, idle];
  await dispatchAll(consumers);
  groups.length = 0;
  const lagOf = async (consumer: string): Promise<number> =>
    (await consumerLags(db, [consumer]))[0]?.waiting ?? -1;
  let now = 0;
  const ahead = createReadAhead(() => now);
  const dispatchAhead = async (own = ahead): Promise<void> => {
    while (await dispatchBatch(platform, 'low', consumers, own));
  };
  await sell(store, 1, 2);
  await dispatchAhead();
  expect(await lagOf(reader.name)).toBe(0);
  expect(await lagOf(idle.name)).toBe(2);
  await sell(store, 3);
  await dispatchAhead();
  expect(await lagOf(idle.name)).toBe(3);
  now = 1_000;
  await dispatchAhead();
  expect(await lagOf(idle.name)).toBe(0);
  await sell(store, 4);
  await dispatchAhead();
  // The node dies before it writes the position, and another one goes on.
  expect(await lagOf(idle.name)).toBe(1);
  await dispatchAhead(createReadAhead(() => 5_000));
  expect(groups).toEqual([['1', '2'], ['3'], ['4']]);
});

it('hands on the rest of a batch when one of its events fails', async () => {
  const [store] = STORES;
  const picky: Consumer = {
    ...reader,
    name: 'test:picky',
    handle: async (_platform, events) => {
      if (events.some(({ data }) => data.n === 13)) throw new Error('unlucky');
      groups.push(events.map(({ data }) => String(data.n)));
    },
  };
  const jobs = () =>
    statement<{ events: { seq: number }[] }>(
      db,
      `select job.payload -> 'events' as events from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'test:picky' order by job.id`,
    );
  await registerConsumers(db, [picky.name]);
  await sell(store, 12, 13, 14);
  const last = await lastSeq(db, store);
  await dispatchAll([picky]);
  expect(groups).toEqual([['12'], ['14']]);
  expect(await jobs()).toEqual([{ events: [{ streamId: store, seq: last - 1 }] }]);
});

it('leaves a batch to jobs when the consumer fails on every event', async () => {
  const [store] = STORES;
  let calls = 0;
  const broken: Consumer = {
    ...reader,
    name: 'test:broken',
    handle: async () => {
      calls += 1;
      throw new Error('broken');
    },
  };
  await registerConsumers(db, [broken.name]);
  await sell(store, ...Array.from({ length: 20 }, (_, n) => n));
  await dispatchAll([broken]);
  expect(calls).toBe(6);
  const jobs = await statement(
    db,
    `select id from graphile_worker.jobs where task_identifier = 'test:broken'`,
  );
  expect(jobs).toHaveLength(20);
});

it('runs the dispatch jobs that an older release has left for low priority', async () => {
  const [store] = STORES;
  await sell(store, 8, 9);
  const last = await lastSeq(db, store);
  const facts = [last - 1, last].map(seq => ({ streamId: store, seq }));
  const other: Consumer = {
    ...urgent,
    handle: async () => {
      throw new Error('not of low priority');
    },
  };
  await runLegacyDispatch(platform, [other, reader], { facts, priority: 10 });
  expect(groups).toEqual([['8', '9']]);
});
