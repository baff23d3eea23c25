import { type Db, statement } from '../../src/platform/database/tx.js';

/** What was written to one table, its partitions, its indexes and its long values. */
export type TableWork = {
  name: string;
  inserts: number;
  /** Updates that left all indexes alone. */
  hotUpdates: number;
  updates: number;
  deletes: number;
  /** Row locks that were written down: FOR UPDATE, FOR SHARE, foreign-key checks. */
  locks: number;
  indexEntries: number;
  /** Foreign keys of a row. */
  foreignKeys: number;
  bytes: number;
};

export type LogWork = { bytes: number; commits: number; tables: TableWork[] };

export const logPosition = async (db: Db): Promise<string> =>
  (await only<{ lsn: string }>(db, 'select pg_current_wal_insert_lsn()::text as lsn')).lsn;

/**
 * What the write-ahead log holds between two positions. Every row and every index entry is a record
 * there, so nothing is estimated. A split of an index page carries the entry that caused it. Page
 * images are left out: how many there are depends on the last checkpoint.
 */
export async function readLog(db: Db, from: string, to: string): Promise<LogWork> {
  // Only what is flushed can be read, and commits may be asynchronous.
  await statement(db, 'select pg_switch_wal()');
  const { bytes, commits } = await only<{ bytes: number; commits: number }>(
    db,
    `select ($2::pg_lsn - $1::pg_lsn - coalesce(sum(fpi_size), 0))::float8 as bytes,
            coalesce(sum(count) filter (where "resource_manager/record_type" like
              'Transaction/COMMIT%'), 0)::float8 as commits
     from pg_get_wal_stats($1::pg_lsn, $2::pg_lsn, true)`,
    [from, to],
  );
  return { bytes, commits, tables: await tablesOf(db, from, to) };
}

const INDEX_ENTRY = `(resource_manager = 'Btree' and record_type ~ '^(INSERT_LEAF|INSERT_POST|SPLIT)')
  or (resource_manager in ('Gin', 'Gist', 'Hash', 'SPGist', 'BRIN')
      and record_type ~ '^(INSERT|UPDATE_META_PAGE|PAGE_UPDATE|ADD_LEAF)')`;

/** `+INIT` marks the first row of a new page. Block 0 is the page that gets the new version. */
const tablesOf = (db: Db, from: string, to: string): Promise<TableWork[]> =>
  statement<TableWork>(
    db,
    `with records as (
       select relfilenode, resource_manager, split_part(record_type, '+', 1) as record_type,
              count(*) as n, sum(record_length - block_fpi_length) as bytes
       from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false)
       where block_id = 0 and relforknumber = 0
         and reldatabase = (select oid from pg_database where datname = current_database())
       group by 1, 2, 3
     ), placed as (
       select records.*, coalesce(index.indrelid, class.oid) as heap
       from records join pg_class class on class.oid = pg_filenode_relation(0, records.relfilenode)
         left join pg_index index on index.indexrelid = class.oid
     ), owned as (
       select placed.*, coalesce(owner.oid, placed.heap) as part
       from placed left join pg_class owner on owner.reltoastrelid = placed.heap
     )
     select coalesce(pg_partition_root(part)::regclass, part::regclass)::text as name,
       (select count(*) from pg_constraint where contype = 'f' and conparentid = 0
          and conrelid = coalesce(pg_partition_root(max(part)), max(part)))::float8
         as "foreignKeys",
       ${sum(heap('INSERT'))} as inserts,
       ${sum(heap('HOT_UPDATE'))} as "hotUpdates",
       ${sum(heap('UPDATE'))} as updates,
       ${sum(heap('DELETE'))} as deletes,
       ${sum(`resource_manager like 'Heap%' and record_type like '%LOCK%'`)} as locks,
       ${sum(INDEX_ENTRY)} as "indexEntries",
       sum(bytes)::float8 as bytes
     from owned group by 1 order by bytes desc`,
    [from, to],
  );

const sum = (condition: string): string =>
  `coalesce(sum(n) filter (where ${condition}), 0)::float8`;

const heap = (type: string): string => `resource_manager = 'Heap' and record_type = '${type}'`;

export async function only<Row>(db: Db, text: string, values: unknown[] = []): Promise<Row> {
  const [row] = await statement<Row>(db, text, values);
  if (row === undefined) throw new Error(`no row: ${text}`);
  return row;
}
