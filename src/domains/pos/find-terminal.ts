import type { Reader, Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { findStore, lockTerminal, type Terminal } from '../stores/index.js';

/** A store reference and a till id, as sent by the caller. */
export type TerminalRef = { store: string; terminal: string };

/** A store outside the caller's scope answers 404. */
export async function visibleStoreId(reader: Reader, caller: Staff, ref: string): Promise<string> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) throw notFound('Store');
  return store.id;
}

/** Locks a till, which blocks logins and shifts there. A till of another store answers 404. */
export async function lockVisibleTerminal(
  tx: Tx,
  caller: Staff,
  { store, terminal }: TerminalRef,
): Promise<Terminal & { store_id: string }> {
  const storeId = await visibleStoreId(tx, caller, store);
  const found = await lockTerminal(tx, terminal);
  if (found?.store_id !== storeId) throw notFound('Terminal');
  return { ...found, store_id: storeId };
}
