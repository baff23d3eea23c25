import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { transact } from './executor.js';
import { retryTransient } from './retry.js';
import type { DB } from './tables.js';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** For reads that may run inside or outside a transaction. Writers ask for `Tx`. */
export type Reader = Db | Tx;

/** What is left to say when the work of a transaction is done, and to do when it is committed. */
type Endings = { lastWords: (() => Promise<void>)[]; afterCommit: Set<() => void> };

const endings = new WeakMap<Tx, Endings>();

/** All or nothing. The work may run more than once, so its only effects are on the database. */
export const atomically = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retryTransient(async () => {
    const ending: Endings = { lastWords: [], afterCommit: new Set() };
    const result = await transact(db, 'begin', async tx => {
      endings.set(tx, ending);
      const done = await work(tx);
      // They travel with the commit, which fails with them, so nobody waits for them by themselves.
      for (const last of ending.lastWords) last().catch(() => undefined);
      return done;
    });
    for (const callback of ending.afterCommit) callback();
    return result;
  });

/** In the caller's transaction if there is one, else in one of its own. */
export const within = <T>(writer: Reader, work: (tx: Tx) => Promise<T>): Promise<T> =>
  writer.isTransaction ? work(writer as Tx) : atomically(writer, work);

/** Long enough to look through every book of a large chain. */
const STEADY_TIMEOUT = '10min';

/** Reads that all see the database at the same moment, and may take their time. */
export const inSnapshot = <T>(db: Db, look: (reader: Reader) => Promise<T>): Promise<T> =>
  retryTransient(() =>
    transact(db, 'start transaction isolation level repeatable read read only', async tx => {
      await statement(tx, `set local statement_timeout = '${STEADY_TIMEOUT}'`);
      return look(tx);
    }),
  );

/** Runs once after the commit, never after a rollback. A hint only: a crash may swallow it. */
export function onCommit(tx: Tx, callback: () => void): void {
  endings.get(tx)?.afterCommit.add(callback);
}

/**
 * One statement that is sent together with the commit, once all other work is done. False where
 * nobody would send it, because the transaction was not begun by `atomically`.
 */
export function beforeCommit(tx: Tx, last: () => Promise<void>): boolean {
  return endings.get(tx)?.lastWords.push(last) !== undefined;
}

export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The name of the constraint that refused a write, for turning it into a domain failure. */
export function brokenConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** One hand-written statement, prepared by name like all others, for what a builder says badly. */
export async function statement<Row>(
  reader: Reader,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await reader.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return result.rows;
}
