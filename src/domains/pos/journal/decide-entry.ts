import type { Tx } from '../../../platform/database/tx.js';
import type { Staff } from '../../access/index.js';
import { closeTask } from '../../tasks/index.js';
import type { Applied } from './entry-work.js';
import { lockHeldEntry } from './find-entry.js';
import { decideEntry, entriesAround, type StoredEntry } from './journal-repository.js';
import { placeEntry } from './place-entry.js';
import { numberUsed } from './record-entry.js';
import { addRecords } from './record-repository.js';

type Outcome = {
  status: 'accepted' | 'settled';
  note: string;
  applied?: Applied;
  /** The employee who made a booked entry. */
  madeBy?: string;
};

/**
 * Writes the decision about a held entry and closes its task. The entry gets the place of its
 * counter, unless another entry of the till has it.
 */
export async function writeDecision(
  tx: Tx,
  caller: Staff,
  held: StoredEntry,
  now: Date,
  decide: () => Promise<Outcome>,
): Promise<StoredEntry> {
  const { head, entry } = await lockHeldEntry(tx, held);
  const { status, note, applied, madeBy } = await decide();
  const { terminal_id: terminalId, counter, hash } = entry;
  const { entries } = await entriesAround(tx, terminalId, counter);
  const isTaken = entries.some(known => known.counter === counter && known.is_chained);
  const isPlacedNow = !entry.is_chained && !isTaken;
  const decided = await decideEntry(tx, entry.id, {
    status,
    isChained: entry.is_chained || isPlacedNow,
    flags: [...new Set([...entry.flags, ...(applied?.flags ?? [])])],
    tillNumber: applied?.tillNumber ?? null,
    transactionId: applied?.sale?.id ?? null,
    transactionNumber: applied?.sale?.number ?? null,
    madeBy: madeBy ?? null,
    by: caller.userId,
    at: now,
    note,
  }).catch((error: unknown) => {
    throw numberUsed(error);
  });
  await addRecords(tx, decided, applied?.records);
  if (isPlacedNow) {
    await placeEntry(tx, head, { storeId: entry.store_id, terminalId, counter, hash, now });
  }
  if (entry.task_id !== null) await closeTask(tx, entry.task_id, caller.userId, now);
  return decided;
}
