import type { Tx } from '../../../platform/database/tx.js';
import type { Staff } from '../../access/index.js';
import { writeDecision } from './decide-entry.js';
import { findEntry } from './find-entry.js';
import type { StoredEntry } from './journal-repository.js';

/** Closes a held entry that is not booked: a person has settled the matter another way. */
export async function settleEntry(
  tx: Tx,
  caller: Staff,
  id: string,
  reason: string,
  now: Date,
): Promise<StoredEntry> {
  const held = await findEntry(tx, caller, id);
  return writeDecision(tx, caller, held, now, async () => ({
    status: 'settled',
    note: reason.trim(),
  }));
}
