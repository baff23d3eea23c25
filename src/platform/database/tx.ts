import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { transact } from './executor.js';
import { retryTransient } from './retry.js';
import type { DB } from './tables.js';
import { currentWatch, joinedTx, unwatched } from './tx-scope.js';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** What a statement needs, whether it runs inside a transaction or not. */
type Connection = Pick<Db, 'executeQuery' | 'getExecutor' | 'isTransaction'>;

/** For reads inside or outside a transaction. It has no `insertInto`, and writers refuse it. */
export type Reader = Connection & Pick<Db, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn'>;

/**
 * For a writer that is one statement and therefore atomic: it commits at once, or with the
 * transaction it runs in. A writer of several statements takes `Tx`, which `Db` is not.
 */
export type Autocommit = Reader & Pick<Db, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/** The callbacks of one transaction. */
type Hooks = { beforeCommit: (() => Promise<void>)[]; afterCommit: Set<() => void> };

const hooksOf = new WeakMap<Tx, Hooks>();

/** Runs work in a transaction and retries it, so the work may have no effects but on the database. */
export const atomically = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const joined = joinedTx();
  return joined === undefined ? retryTransient(() => commit(db, work)) : work(joined);
};

async function commit<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const hooks: Hooks = { beforeCommit: [], afterCommit: new Set() };
  const watch = currentWatch();
  const result = await transact(db, 'begin', async tx => {
    hooksOf.set(tx, hooks);
    const done = await (watch === undefined ? work(tx) : watch.around(tx, () => work(tx)));
    // Sent in the same batch as COMMIT. If one fails, COMMIT fails too and reports the error.
    for (const send of hooks.beforeCommit) send().catch(() => undefined);
    return done;
  });
  watch?.committed();
  if (hooks.afterCommit.size > 0) {
    unwatched(() => {
      for (const callback of hooks.afterCommit) callback();
    });
  }
  return result;
}

/** Joins the caller's transaction, or opens one. */
export const within = <T>(writer: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  writer.isTransaction ? work(writer as Tx) : atomically(writer, work);

/** Long enough to check all records of a large chain. */
const SNAPSHOT_TIMEOUT = '10min';

/** Runs reads in one repeatable-read snapshot, with ten minutes per statement. */
export const inSnapshot = <T>(db: Db, read: (reader: Reader) => Promise<T>): Promise<T> => {
  const joined = joinedTx();
  if (joined !== undefined) return read(joined);
  return retryTransient(() =>
    transact(db, 'start transaction isolation level repeatable read read only', async tx => {
      await statement(tx, `set local statement_timeout = '${SNAPSHOT_TIMEOUT}'`);
      return read(tx);
    }),
  );
};

/** Runs once after the commit, never after a rollback. A crash in between loses the call. */
export function onCommit(tx: Tx, callback: () => void): void {
  hooksOf.get(tx)?.afterCommit.add(callback);
}

/**
 * Registers one statement to send in the same batch as COMMIT, after all other work. Returns false
 * if the transaction was not opened by `atomically`, which would never send it.
 */
export function beforeCommit(tx: Tx, send: () => Promise<void>): boolean {
  return hooksOf.get(tx)?.beforeCommit.push(send) !== undefined;
}

export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The transaction waited for a lock longer than its `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

/** The name of the violated constraint, to turn it into a domain failure. */
export function brokenConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** Runs hand-written SQL, prepared by name like all statements, where the builder is awkward. */
export async function statement<Row>(
  reader: Reader,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await reader.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return result.rows;
}
