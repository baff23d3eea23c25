import type { Selectable, Updateable } from 'kysely';
import type { Terminals } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type Terminal = Selectable<Terminals>;

export const terminalById = (reader: Reader, id: string): Promise<Terminal | undefined> =>
  reader.selectFrom('terminals').selectAll().where('id', '=', id).executeTakeFirst();

/** Blocks logins and the opening of shifts at this till. */
export const lockTerminal = (tx: Tx, id: string): Promise<Terminal | undefined> =>
  tx.selectFrom('terminals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The store of a till. A login registers an unknown or released till at its store. */
export async function registerTerminal(tx: Tx, id: string, storeId: string, now: Date) {
  const [row] = await statement<{ store_id: string; is_active: boolean; created_at: Date }>(
    tx,
    `insert into terminals (id, store_id, name, last_seen_at) values ($1, $2, $1, $3)
     on conflict (id) do update set last_seen_at = excluded.last_seen_at,
       store_id = coalesce(terminals.store_id, excluded.store_id)
     returning store_id, is_active, created_at`,
    [id, storeId, now],
  );
  if (row === undefined) throw new Error('registering a terminal returned no row');
  return row;
}

/** Undefined if a store, this one or another, has the id already. */
export async function insertTerminal(
  tx: Tx,
  terminal: { id: string; storeId: string; name: string; readerId: string | null },
): Promise<Terminal | undefined> {
  const [row] = await statement<Terminal>(
    tx,
    `insert into terminals (id, store_id, name, reader_id) values ($1, $2, $3, $4)
     on conflict (id) do update set store_id = excluded.store_id, name = excluded.name,
       reader_id = excluded.reader_id
       where terminals.store_id is null
     returning *`,
    [terminal.id, terminal.storeId, terminal.name, terminal.readerId],
  );
  return row;
}

export const updateTerminal = (
  tx: Tx,
  id: string,
  change: Updateable<Terminals>,
): Promise<Terminal> =>
  tx
    .updateTable('terminals')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Two stores that enter the id of the same card reader at once do so one after the other. */
export const lockReader = (tx: Tx, readerId: string) =>
  statement(tx, `select pg_advisory_xact_lock(hashtextextended('tillhouse.reader:' || $1, 0))`, [
    readerId,
  ]);

export async function isReaderOfOtherStore(
  reader: Reader,
  storeId: string,
  readerId: string,
): Promise<boolean> {
  const rows = await statement(
    reader,
    'select 1 from terminals where reader_id = $1 and store_id <> $2 limit 1',
    [readerId, storeId],
  );
  return rows.length > 0;
}

export const listTerminals = (reader: Reader, storeId: string) =>
  reader
    .selectFrom('terminals')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute();
