import type { Reader, Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { findStore, lockTerminal, type Terminal } from '../stores/index.js';

/** A till by the store it stands in and its id, as a caller names them. */
export type TerminalRef = { store: string; terminal: string };

/** A store outside the caller's scope is not there. */
export async function visibleStoreId(reader: Reader, caller: Staff, ref: string): Promise<string> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) throw notFound('Store');
  return store.id;
}

/** Holds a till of this store against logins and shifts; one of another store is not there. */
export async function holdTerminal(
  tx: Tx,
  caller: Staff,
  { store, terminal }: TerminalRef,
): Promise<Terminal & { store_id: string }> {
  const storeId = await visibleStoreId(tx, caller, store);
  const found = await lockTerminal(tx, terminal);
  if (found?.store_id !== storeId) throw notFound('Terminal');
  return { ...found, store_id: storeId };
}
