import type { Origin } from '../../../platform/audit/origin.js';
import { atomically } from '../../../platform/database/tx.js';
import { forbidden } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { TillStaff } from '../../access/index.js';
import { lockHead } from './journal-repository.js';
import { chainClosed, resultOf } from './present.js';
import { isChainRestarted, recordEntry } from './record-entry.js';
import type { Entry } from './rules.js';
import type { SyncResult } from './schemas.js';

/**
 * Takes a batch of the journal of the caller's till, in the order of its counters. Each entry stands
 * for itself: one that is held keeps no other from being booked, and a batch that was interrupted is
 * sent again as a whole. With `mayRefuse` the last one is refused instead of held. An entry of a
 * `chain` that is closed is answered as such, unless it was stored before.
 */
export async function syncJournal(
  platform: Platform,
  caller: TillStaff,
  terminalId: string,
  entries: readonly Entry[],
  { mayRefuse, chain, origin }: { mayRefuse: boolean; chain?: number; origin: Origin },
): Promise<SyncResult[]> {
  if (terminalId !== caller.till.terminalId) {
    throw forbidden('A till sends its own journal only.', 'TERMINAL_MISMATCH');
  }
  const results: SyncResult[] = [];
  const inOrder = [...entries].sort((a, b) => a.counter - b.counter);
  const unpaid = mayRefuse ? inOrder.at(-1) : undefined;
  let hasKnown = false;
  for (const entry of inOrder) {
    const isUnpaid = entry === unpaid;
    const recorded = await recordEntry(platform, caller, entry, {
      mayRefuse: isUnpaid,
      chain,
      origin,
    }).catch((error: unknown): undefined => {
      if (isUnpaid || !isChainRestarted(error)) throw error;
    });
    hasKnown ||= recorded?.isNew === false;
    results.push(recorded === undefined ? chainClosed(entry.counter) : resultOf(recorded));
  }
  // The till deletes confirmed entries. An entry of an earlier request may be on the primary alone;
  // this commit waits until the standby has everything before it.
  if (hasKnown) await atomically(platform.db, tx => lockHead(tx, terminalId));
  return results;
}
