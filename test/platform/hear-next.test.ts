import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Db, statement } from '../../src/platform/database/tx.js';
import { CHAIN_STREAM, lastSeq, noteHeard } from '../../src/platform/events/repository.js';
import type { Subscriber } from '../../src/platform/events/subscriber.js';
import { hearNext, tellTogether } from '../../src/platform/events/tell.js';
import { newId } from '../../src/platform/ids.js';
import { createPacing } from '../../src/platform/pacing.js';
import type { Platform } from '../../src/platform/platform.js';
import { openSilentLog, type SilentLog } from './silent-log.js';

/** Streams of two stores that nobody else writes to. */
const STORES: [string, string] = [newId(), newId()];

let log: SilentLog;
let db: Db;
let platform: Platform;
let sell: SilentLog['sell'];
const pauses: number[] = [];
const groups: string[][] = [];

const reader: Subscriber = {
  name: 'test:reader',
  events: ['test.sold'],
  canWait: true,
  handle: async (_platform, events) => {
    groups.push(events.map(({ data }) => String(data.n)));
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
  await hearAll([]);
  pauses.length = 0;
  groups.length = 0;
});
afterAll(() => log.close());

async function hearAll(subscribers: readonly Subscriber[]): Promise<void> {
  while (await hearNext(platform, 'later', subscribers));
}

it('hears the facts of many rounds at once, each stream in its order, and once', async () => {
  const [north, south] = STORES;
  await sell(north, 1, 2);
  await sell(south, 11);
  await sell(north, 3);
  await sell(south, 12);
  await hearAll([reader]);
  expect(groups).toEqual([['1', '11', '2', '12', '3']]);
  await hearAll([reader]);
  expect(groups).toHaveLength(1);
});

it('hears a fact of the whole chain once, although every screen shows it', async () => {
  await sell(null, 7);
  await hearAll([reader]);
  expect(groups).toEqual([['7']]);
  const heard = await statement<{ stream_id: string; behind: number }>(
    db,
    `select stream_id, (last_seq - seq)::int as behind
     from event_streams join heard_events using (stream_id)
     where listener = 'later' and stream_id = any($1::uuid[])`,
    [[CHAIN_STREAM, ...STORES]],
  );
  expect(heard).toHaveLength(3);
  expect(heard.every(({ behind }) => behind === 0)).toBe(true);
});

it('hears facts again that it did not come to the end of', async () => {
  await sell(STORES[0], 1, 2);
  const dying: Subscriber = {
    ...reader,
    handle: async (...heard) => {
      await reader.handle(...heard);
      // The node loses the database before it can note what it heard.
      await statement(db, 'alter table heard_events rename to away');
    },
  };
  await expect(hearAll([dying])).rejects.toThrow('heard_events');
  await statement(db, 'alter table away rename to heard_events');
  await hearAll([reader]);
  expect(groups).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
});

it('never goes back, whoever was slower', async () => {
  const [store] = STORES;
  await sell(store, 1, 2, 3);
  const last = await lastSeq(db, store);
  await noteHeard(db, 'later', [{ streamId: store, seq: last - 1 }]);
  await noteHeard(db, 'later', [{ streamId: store, seq: last - 2 }]);
  await hearAll([reader]);
  expect(groups).toEqual([['3']]);
});

it('has a place in the log for what must follow at once, and one for what can wait', async () => {
  const [store] = STORES;
  const urgent: Subscriber = {
    ...reader,
    canWait: false,
    handle: async (_platform, events) => {
      groups.push(events.map(({ data }) => `urgent ${String(data.n)}`));
    },
  };
  await hearNext(platform, 'soon', []);
  await sell(store, 1);
  expect(await hearNext(platform, 'soon', [reader, urgent])).toBe(true);
  expect(groups).toEqual([['urgent 1']]);
  await sell(store, 2);
  expect(await hearNext(platform, 'later', [reader, urgent])).toBe(true);
  expect(await hearNext(platform, 'later', [reader, urgent])).toBe(false);
  expect(await hearNext(platform, 'soon', [reader, urgent])).toBe(true);
  expect(groups).toEqual([['urgent 1'], ['1', '2'], ['urgent 2']]);
});

it('lets facts gather while requests come, and not when all is quiet', async () => {
  const [store] = STORES;
  await sell(store, 1);
  await hearAll([reader]);
  expect(pauses).toEqual([]);
  const busy: Subscriber = { ...reader, handle: async () => platform.pacing.countRequest() };
  await sell(store, 2, 3, 4);
  await hearAll([busy]);
  await sell(store, ...Array.from({ length: 600 }, (_, n) => n));
  await hearAll([busy]);
  expect(pauses).toEqual([15, 250, 250]);
});

it('hears what an older release has left in the queue for those who can wait', async () => {
  const [store] = STORES;
  await sell(store, 8, 9);
  const last = await lastSeq(db, store);
  const facts = [last - 1, last].map(seq => ({ streamId: store, seq }));
  const urgent: Subscriber = {
    ...reader,
    canWait: false,
    handle: async () => {
      throw new Error('this is not for me');
    },
  };
  await tellTogether(platform, [urgent, reader], { facts, priority: 10 });
  expect(groups).toEqual([['8', '9']]);
});
