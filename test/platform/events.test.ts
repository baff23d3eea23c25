import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/platform/database/connect.js';
import { createLeaderLock } from '../../src/platform/database/leader-lock.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { startWorker } from '../../src/platform/jobs/worker.js';
import { createLog } from '../../src/platform/log.js';
import type { Consumer } from '../../src/platform/work/consumers/consumer.js';
import { dispatchBatch } from '../../src/platform/work/consumers/dispatch-batch.js';
import { startDispatcher } from '../../src/platform/work/consumers/dispatcher.js';
import { record, recordSql } from '../../src/platform/work/events/outbox.js';
import {
  CHAIN_STREAM,
  type DomainEvent,
  eventsAfter,
  lastSeq,
} from '../../src/platform/work/events/repository.js';
import { startSequencer } from '../../src/platform/work/events/sequencer.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { looseEvent } from '../support/loose-event.js';
import { cloneDatabase, openShop, type Shop } from '../support/service.js';

let shop: Shop;
const log = createLog('silent');

beforeAll(async () => {
  shop = await openShop({ background: false, demo: false });
});
afterAll(() => shop.close());

/** Keeps the sequencers of all nodes waiting. */
async function heldSequencing(url: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_advisory_lock(7411502)');
  return { release: () => client.end() };
}

const sampleEvent = (n: number, storeId = DOWNTOWN_ID) =>
  looseEvent('transaction.created', { storeId, data: { n } }, true);

describe('the sequencer', () => {
  it('numbers each store without gaps while many nodes write and number at once', async () => {
    const stores = [1, 2, 3].map(n => `00000000-0000-4000-8000-00000000010${n}`);
    const nodes = await Promise.all([0, 1, 2].map(() => connect(shop.url, { poolSize: 6, log })));
    const sequencers = nodes.map(({ db }) => startSequencer({ ...shop.platform, db }));
    const writes = Array.from({ length: 300 }, (_, n) => {
      const node = nodes[n % 3] as (typeof nodes)[number];
      const work = atomically(node.db, async tx => {
        await record(tx, sampleEvent(n, stores[n % stores.length] as string));
        if (n % 10 === 9) throw new Error('rolled back');
      });
      return work.then(
        () => 1,
        () => 0,
      );
    });
    const committed = (await Promise.all(writes)).filter(Boolean).length;
    for (const sequencer of sequencers) await sequencer.drain();
    expect(committed).toBe(270);
    let total = 0;
    for (const store of stores) {
      const events = await eventsAfter(shop.platform.db, store, 0, 1_000);
      expect(events.map(event => event.seq)).toEqual(events.map((_, index) => index + 1));
      expect(await lastSeq(shop.platform.db, store)).toBe(events.length);
      total += events.length;
    }
    expect(total).toBe(270);
    for (const sequencer of sequencers) await sequencer.stop();
    for (const node of nodes) await node.close();
  });

  it('keeps the order in which one record changed', async () => {
    const store = '00000000-0000-4000-8000-000000000201';
    for (let n = 0; n < 20; n += 1) {
      await atomically(shop.platform.db, tx => record(tx, sampleEvent(n, store)));
    }
    await shop.settleEvents();
    const events = await eventsAfter(shop.platform.db, store, 0, 100);
    expect(events.map(event => event.data.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('writes the events of a transaction in one row, and numbers them in their order', async () => {
    const [here, there] = ['203', '204'].map(n => `00000000-0000-4000-8000-000000000${n}`);
    const { db } = shop.platform;
    const held = await heldSequencing(shop.url);
    await atomically(db, async tx => {
      await record(tx, sampleEvent(1, here), sampleEvent(2, there));
      await record(tx, sampleEvent(3, here));
    });
    await atomically(db, tx => record(tx, sampleEvent(4, here)));
    expect(
      await statement(db, 'select cardinality(events) as n from outbox order by position'),
    ).toEqual([{ n: 3 }, { n: 1 }]);
    await held.release();
    await shop.settleEvents();
    const numbersOf = async (store = '') =>
      (await eventsAfter(db, store, 0, 100)).map(({ seq, data }) => [seq, data.n]);
    expect(await numbersOf(here)).toEqual([
      [1, 1],
      [2, 3],
      [3, 4],
    ]);
    expect(await numbersOf(there)).toEqual([[1, 2]]);
  });

  it('stores many events of a stream in a row, which are read from any position', async () => {
    const store = '00000000-0000-4000-8000-000000000205';
    const { db } = shop.platform;
    const held = await heldSequencing(shop.url);
    const events = Array.from({ length: 40 }, (_, n) => sampleEvent(n + 1, store));
    await atomically(db, tx => record(tx, ...events));
    await held.release();
    await shop.settleEvents();
    expect(
      await statement(
        db,
        `select first_seq, last_seq, cardinality(events) as events from event_batches
         where stream_id = $1 order by last_seq`,
        [store],
      ),
    ).toEqual([
      { first_seq: 1, last_seq: 16, events: 16 },
      { first_seq: 17, last_seq: 32, events: 16 },
      { first_seq: 33, last_seq: 40, events: 8 },
    ]);
    for (const [after, limit, last] of [
      [0, 100, 40],
      [15, 2, 17],
      [16, 16, 32],
      [20, 3, 23],
      [39, 5, 40],
      [40, 5, 40],
    ] as const) {
      const numbers = Array.from({ length: last - after }, (_, n) => after + n + 1);
      const read = await eventsAfter(db, store, after, limit);
      expect(read.map(({ seq, data }) => [seq, data.n])).toEqual(numbers.map(n => [n, n]));
    }
  });

  it('writes no row for a statement that changed nothing', async () => {
    const { db } = shop.platform;
    const held = await heldSequencing(shop.url);
    const columns = `'${newId()}'::uuid, null::uuid, false, null::text, 'test.none', null::text, '{}'::jsonb`;
    await statement(db, recordSql(`select ${columns} where false`));
    expect(await statement(db, 'select position from outbox')).toEqual([]);
    await held.release();
  });

  it('numbers what a dead node left in the outbox', async () => {
    const store = '00000000-0000-4000-8000-000000000202';
    await statement(
      shop.platform.db,
      `insert into outbox (events) values (array[
         row(gen_random_uuid(), $1, true, null, 'transaction.created', null, '{}')::outbox_event])`,
      [store],
    );
    await shop.settleEvents();
    expect(await lastSeq(shop.platform.db, store)).toBe(1);
  });
});

describe('consumers', () => {
  it('get each event once, and an event that fails is parked alone', async () => {
    const received: number[] = [];
    const consumer: Consumer = {
      name: 'test:listener',
      events: ['test.happened'],
      handle: async (_platform, events: DomainEvent[]) => {
        if (events.some(event => event.data.n === 13)) throw new Error('unlucky');
        received.push(...events.map(event => event.data.n as number));
      },
    };
    const own = await cloneDatabase();
    const { db, close } = connect(own.url, { poolSize: 6, log });
    const platform = { ...shop.platform, db };
    const sequencer = startSequencer(platform);
    const leader = createLeaderLock(own.url, 7_411_503);
    const dispatcher = await startDispatcher(platform, [consumer], leader);
    const worker = await startWorker(platform, own.url, {
      jobs: [],
      consumers: [consumer],
      schedules: [],
    });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        atomically(db, tx =>
          record(tx, looseEvent('test.happened', { storeId: null, data: { n } })),
        ),
      ),
    );
    await sequencer.drain();
    await expect.poll(() => received.length).toBe(59);
    expect([...received].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, n) => n).filter(n => n !== 13),
    );
    const left = () =>
      statement<{ attempts: number; last_error: string }>(
        db,
        `select attempts, last_error from graphile_worker.jobs where task_identifier = $1`,
        ['test:listener'],
      );
    // Jobs that are done may lie there for a moment longer.
    await expect
      .poll(async () => (await left()).map(job => job.last_error))
      .toEqual([expect.stringContaining('unlucky')]);
    await dispatcher.stop();
    await leader.end();
    await worker.stop();
    await sequencer.stop();
    await close();
    await own.drop();
  });

  it('get an event of the whole chain once, on however many screens it is shown', async () => {
    const own = await cloneDatabase();
    const { db, close } = connect(own.url, { poolSize: 2, log });
    const streams = ['301', '302'].map(n => `00000000-0000-4000-8000-000000000${n}`);
    await statement(db, 'insert into event_streams select unnest($1::uuid[]), 0', [streams]);
    const platform = { ...shop.platform, db };
    const sequencer = startSequencer(platform);
    const received: DomainEvent[] = [];
    const listener: Consumer = {
      name: 'test:chain',
      events: ['test.all'],
      handle: async (_platform, events) => {
        received.push(...events);
      },
    };
    const everywhere = looseEvent('test.all', { storeId: null, data: {} }, true);
    await atomically(db, tx => record(tx, everywhere));
    await sequencer.drain();
    while (await dispatchBatch(platform, 'normal', [listener]));
    expect(received.map(({ streamId, seq }) => ({ streamId, seq }))).toEqual([
      { streamId: CHAIN_STREAM, seq: 1 },
    ]);
    for (const stream of [CHAIN_STREAM, ...streams]) expect(await lastSeq(db, stream)).toBe(1);
    await sequencer.stop();
    await close();
    await own.drop();
  });
});
