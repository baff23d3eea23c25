import { beforeCommit, type Tx } from '../database/tx.js';
import { newId } from '../ids.js';
import type { AuditEntry } from './entry.js';
import { insertEntry } from './repository.js';

/** Writes an entry with the commit, for work whose route has no entry of its own. */
export function writeEntry(tx: Tx, entry: Omit<AuditEntry, 'id'>): void {
  beforeCommit(tx, () => insertEntry(tx, { id: newId(entry.at), ...entry }));
}
