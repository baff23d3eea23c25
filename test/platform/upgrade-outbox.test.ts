import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../src/platform/database/connect.js';
import { atomically, type Db } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log.js';
import {
  CHAIN_STREAM,
  eventsAfter,
  numberEvents,
} from '../../src/platform/work/events/repository.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0095-platform-outbox-arrays.sql';

const STORE = newId();
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
    { seq: 1, event: 'transaction.created', terminalId: 'T-001', storeId: STORE, subjectId: SALE },
    { seq: 2, event: 'transaction.completed', terminalId: null, data: { total_amount: '2.00' } },
  ]);
  expect(await eventsAfter(db, CHAIN_STREAM, 0, 10)).toMatchObject([
    { seq: 1, event: 'brand.saved', storeId: null, subjectId: null, terminalId: null, data: {} },
  ]);
  expect(await older.query('select position from outbox')).toEqual([]);
});
