import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0092-content-sync.sql';

const [store, sale, late] = [newId(), newId(), newId()];
const SYNCED = new Date('2026-05-01T10:00:00Z');

/** A store and a sale that were pushed, and a sale that was not. */
async function plant({ query }: OlderDatabase): Promise<void> {
  await query(
    `insert into stores (id, code, name, sanity_id, sanity_rev, synced_at)
     values ($1, 'NYC', 'New York', 'store-nyc', 'r-store', $2)`,
    [store, SYNCED],
  );
  for (const [id, rev, at] of [
    [sale, 'r-sale', SYNCED],
    [late, null, null],
  ] as const) {
    await query(
      `insert into transactions (id, transaction_number, store_id, status, source_system, currency,
         sanity_rev, synced_at)
       values ($1, $2, $3, 'completed', 'pos', 'USD', $4, $5)`,
      [id, id.slice(-12), store, rev, at],
    );
  }
  await query(
    `insert into content_mutations (document_id, rev, document_type, operation, status, started_at, finished_at)
     values ('store-nyc', 'r-1', 'store', 'save', 'succeeded', $1, $1),
       ('brand-a', 'r-1', 'brand', 'delete', 'succeeded', $1, $1),
       ('brand-b', 'r-2', 'brand', 'save', 'failed', $1, null)`,
    [SYNCED],
  );
}

/** Documents of the built-in store, which was the mirror while no content system was configured. */
async function plantDocuments({ query }: OlderDatabase): Promise<void> {
  for (const [id, type] of [
    ['store-nyc', 'store'],
    [`saleTransaction_${sale}`, 'salesTransaction'],
    ['page-1', 'page'],
  ]) {
    await query(
      `insert into content_documents (id, document_type, rev, body, created_at, updated_at)
       values ($1, $2, 'r', '{"name":"x"}', $3, $3)`,
      [id, type, SYNCED],
    );
    await query(
      `insert into content_revisions (document_id, document_type, rev, body, recorded_at)
       values ($1, $2, 'r', '{"name":"x"}', $3)`,
      [id, type, SYNCED],
    );
  }
}

const SYNC = 'select kind, record_id, rev, synced_at from content_sync order by kind';
const STORE = { kind: 'store', record_id: store, rev: 'r-store', synced_at: SYNCED };

describe('a database that was mirrored to a content system', () => {
  let older: OlderDatabase;
  beforeAll(async () => {
    older = await openOlderDatabase(FIRST);
    await plant(older);
    await older.upgrade();
  });
  afterAll(() => older.close());

  it('keeps what was pushed, apart from the records', async () => {
    expect(await older.query(SYNC)).toEqual([
      { kind: 'sale', record_id: sale, rev: 'r-sale', synced_at: SYNCED },
      STORE,
    ]);
    const columns = await older.query(
      `select table_name from information_schema.columns
       where column_name in ('synced_at', 'sanity_rev') and table_schema = 'public'`,
    );
    expect(columns).toEqual([{ table_name: 'content_sync' }]);
    expect(await older.query('select target, is_active from content_mirror')).toEqual([
      { target: null, is_active: false },
    ]);
  });

  it('logs its writes by request', async () => {
    expect(await older.query('select * from content_mutations order by rev')).toEqual([
      {
        rev: 'r-1',
        saved_ids: ['store-nyc'],
        deleted_ids: ['brand-a'],
        status: 'succeeded',
        error: null,
        started_at: SYNCED,
        finished_at: SYNCED,
      },
      {
        rev: 'r-2',
        saved_ids: ['brand-b'],
        deleted_ids: [],
        status: 'failed',
        error: null,
        started_at: SYNCED,
        finished_at: null,
      },
    ]);
  });
});

describe('a database that was mirrored into its built-in store', () => {
  let older: OlderDatabase;
  beforeAll(async () => {
    older = await openOlderDatabase(FIRST);
    await plant(older);
    await plantDocuments(older);
    await older.upgrade();
  });
  afterAll(() => older.close());

  it('loses the copies of sales, and keeps what editors may have changed', async () => {
    const ids = (table: string, column: string) =>
      older.query(`select ${column} as id from ${table} order by 1`);
    const kept = [{ id: 'page-1' }, { id: 'store-nyc' }];
    expect(await ids('content_documents', 'id')).toEqual(kept);
    expect(await ids('content_revisions', 'document_id')).toEqual(kept);
    expect(await older.query(SYNC)).toEqual([STORE]);
    expect(await older.query('select target, is_active from content_mirror')).toEqual([
      { target: 'built-in', is_active: false },
    ]);
  });

  it('goes on counting revisions', async () => {
    const [row] = await older.query(
      `insert into content_revisions (document_id, document_type, rev, recorded_at)
       values ('page-1', 'page', 'r2', now())
       returning position > (select max(position) from content_revisions) as is_next`,
    );
    expect(row.is_next).toBe(true);
  });
});
