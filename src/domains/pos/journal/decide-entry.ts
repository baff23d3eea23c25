import type { Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import type { Staff } from '../../access/index.js';
import { closeTask } from '../../tasks/index.js';
import type { Applied } from './entry-work.js';
import { lockHeldEntry } from './find-entry.js';
import {
  countHeldOf,
  decideEntry,
  entriesAround,
  type StoredEntry,
  setHeldTask,
  setLastNumber,
} from './journal-repository.js';
import { placeEntry } from './place-entry.js';
import { numberUsed } from './record-entry.js';
import { addRecords } from './record-repository.js';
import { type Head, isJump, jumpOf, lastNumberWith, MOST_HELD, numberIn } from './rules.js';

type Outcome = {
  status: 'accepted' | 'settled';
  note: string;
  applied?: Applied;
  /** The employee who made a booked entry. */
  madeBy?: string;
};

/**
 * Writes the decision about a held entry and closes its task. The entry gets the place of its
 * counter, unless another entry of the till has it, its chain is closed, or it had jumped.
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
  if (applied?.tillNumber !== undefined) await countNumber(tx, entry, head);
  const isPlacedNow = await mayBePlaced(tx, entry, head);
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
  if (head.held_task_id !== null && (await countHeldOf(tx, terminalId)) < MOST_HELD) {
    await closeTask(tx, head.held_task_id, caller.userId, now);
    await setHeldTask(tx, terminalId, null);
  }
  return decided;
}

async function mayBePlaced(tx: Tx, entry: StoredEntry, head: Head): Promise<boolean> {
  const { terminal_id: terminalId, counter } = entry;
  if (entry.is_chained || entry.chain !== head.chain || isJump(entry.reason)) return false;
  const { entries } = await entriesAround(tx, terminalId, head.chain, counter);
  return !entries.some(
    known => known.chain === head.chain && known.counter === counter && known.is_chained,
  );
}

/** A number that is still far above the last one would end the numbers of the till. */
async function countNumber(tx: Tx, entry: StoredEntry, head: Head): Promise<void> {
  const number = numberIn(entry.terminal_id, entry);
  const jump = jumpOf({ counter: 0, number }, head);
  if (jump !== undefined) {
    throw conflict('INVALID_STATE', `${jump.message} Settle the entry and ring the sale up again.`);
  }
  const last = lastNumberWith(head, number);
  if (last !== head.last_number) await setLastNumber(tx, entry.terminal_id, last);
}
