import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../src/platform/database/connect.js';
import { atomically, type Db } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log.js';
import { eventInvariants } from '../../src/platform/work/events/invariants.js';
import {
  CHAIN_STREAM,
  eventsAfter,
  eventsByPosition,
  numberEvents,
} from '../../src/platform/work/events/repository.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0095-platform-outbox-arrays.sql';

const STORE = newId();
const EARLIER = [newId(), newId()];
const SALE = newId();
let older: OlderDatabase;
let db: Db;
let close: () => Promise<void>;

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  const rows = [
    [STORE, true, 'T-001', 'transaction.created', SALE, { total_amount: '1.00' }],
    [null, false, null, 'brand.saved', null, {}],
    [STORE, true, null, 'transaction.completed', SALE, { total_amount: '2.00' }],
  ];
  for (const row of rows) {
    await older.query(
      `insert into outbox (id, store_id, live, terminal_id, event, subject_id, data)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), ...row],
    );
  }
  for (const [index, id] of EARLIER.entries()) {
    await older.query(
      `insert into events (stream_id, seq, id, store_id, event, data, occurred_at)
       values ($1, $2, $3, $1, 'transaction.voided', '{}', now())`,
      [STORE, index + 1, id],
    );
  }
  await older.query('insert into event_streams (stream_id, last_seq) values ($1, 2)', [STORE]);
  await older.upgrade();
  ({ db, close } = connect(older.url, { poolSize: 2, log: createLog('silent') }));
});
afterAll(async () => {
  await close();
  await older.close();
});

it('numbers the events that the release before has left in the outbox', async () => {
  const { commits } = await atomically(db, tx => numberEvents(tx, 100));
  expect(commits).toBe(3);
  const live = await eventsAfter(db, STORE, 0, 10);
  expect(live).toMatchObject([
    { seq: 1, id: EARLIER[0], event: 'transaction.voided', storeId: STORE },
    { seq: 2, id: EARLIER[1], event: 'transaction.voided', storeId: STORE },
    { seq: 3, event: 'transaction.created', terminalId: 'T-001', storeId: STORE, subjectId: SALE },
    { seq: 4, event: 'transaction.completed', terminalId: null, data: { total_amount: '2.00' } },
  ]);
  expect(await eventsAfter(db, CHAIN_STREAM, 0, 10)).toMatchObject([
    { seq: 1, event: 'brand.saved', storeId: null, subjectId: null, terminalId: null, data: {} },
  ]);
  expect(await older.query('select position from outbox')).toEqual([]);
});

it('reads on from the rows of the release before to its own, and after they are dropped', async () => {
  const numbersAfter = async (seq: number, limit: number) =>
    (await eventsAfter(db, STORE, seq, limit)).map(event => event.seq);
  expect(await numbersAfter(0, 2)).toEqual([1, 2]);
  expect(await numbersAfter(1, 2)).toEqual([2, 3]);
  expect(await numbersAfter(4, 2)).toEqual([]);
  expect(
    (
      await eventsByPosition(
        db,
        [2, 3].map(seq => ({ streamId: STORE, seq })),
      )
    ).map(({ id }) => id),
  ).toEqual([EARLIER[1], expect.any(String)]);
  const offending = async () =>
    (await Promise.all(eventInvariants.map(({ check }) => check(db)))).flat().flatMap(f => f.ids);
  expect(await offending()).toEqual([]);
  await older.query('delete from single_events where seq = 2');
  expect(await offending()).toEqual([STORE]);
  await older.query('delete from single_events');
  expect(await offending()).toEqual([]);
  expect(await numbersAfter(0, 1)).toEqual([3]);
  expect(await eventsByPosition(db, [{ streamId: STORE, seq: 2 }])).toEqual([]);
});
