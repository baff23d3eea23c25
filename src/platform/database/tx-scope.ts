import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

/** Runs around the work of each transaction that a request opens. */
export type TxWatch = {
  /** Called again if the transaction is retried. */
  around<T>(tx: Tx, work: () => Promise<T>): Promise<T>;
  committed(): void;
};

type Scope = { watch?: TxWatch; reading?: Tx };

const scopes = new AsyncLocalStorage<Scope>();
let watchedRequests = 0;

/**
 * Runs work whose transactions are watched. While no such work runs, the storage is switched off:
 * in Node 20 an enabled one slows every promise down, also those of a till sale.
 */
export async function watchTransactions<T>(watch: TxWatch, work: () => Promise<T>): Promise<T> {
  watchedRequests += 1;
  try {
    return await scopes.run({ watch }, work);
  } finally {
    watchedRequests -= 1;
    if (watchedRequests === 0) scopes.disable();
  }
}

export const currentWatch = (): TxWatch | undefined => scopes.getStore()?.watch;

/** Runs work whose statements join the transaction, although it knows only the database. */
export const readWithin = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  scopes.run({ reading: tx }, work);

/** The transaction that statements of the current work join. */
export const joinedTx = (): Tx | undefined => scopes.getStore()?.reading;

/** For work that a request triggers but that serves all requests. */
export const unwatched = <T>(work: () => T): T =>
  scopes.getStore() === undefined ? work() : scopes.exit(work);
