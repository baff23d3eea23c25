import type { Reader, Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { maySee, type Staff } from '../../access/index.js';
import { entryById, lockEntry, lockHead, type StoredEntry } from './journal-repository.js';
import type { Head } from './rules.js';

/** An entry of a store that the caller does not see is not found. */
export async function findEntry(reader: Reader, caller: Staff, id: string): Promise<StoredEntry> {
  const entry = await entryById(reader, id);
  if (entry === undefined || !maySee(caller, entry.store_id)) throw notFound('Entry');
  return entry;
}

/** Locks the journal and then the entry, as a sender does; refuses one that is decided already. */
export async function lockHeldEntry(
  tx: Tx,
  { id, terminal_id }: StoredEntry,
): Promise<{ head: Head; entry: StoredEntry }> {
  const head = await lockHead(tx, terminal_id);
  const entry = await lockEntry(tx, id);
  if (entry === undefined) throw notFound('Entry');
  if (entry.status !== 'held') throw notHeld(entry);
  return { head, entry };
}

export const notHeld = ({ status }: StoredEntry) =>
  conflict('INVALID_STATE', `This entry is ${status}; only a held one can be decided.`, { status });
