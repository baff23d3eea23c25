import type { Platform } from '../platform.js';
import { keptSince } from '../retention/kept-since.js';
import type { RetentionRule } from '../retention/rule.js';
import { onChain, sealed } from './chain-entries.js';
import { deleteEntriesBefore, lastEntryBefore, saveChain } from './repository.js';

export const AUDIT_LOG: RetentionRule = {
  kind: 'audit_log',
  days: 400,
  choice: { leastDays: 400, mostDays: 3_650 },
};
const ENTRIES_PER_ROUND = 5_000;

/**
 * Removes the oldest entries. The chain remembers the hash at which it begins now, so what is left
 * can still be verified. Entries that are not chained yet stay. Returns false if the ends of the
 * chain are not those that the service wrote.
 */
export async function removeOldEntries(platform: Platform): Promise<boolean> {
  const { db, config } = platform;
  const before = await keptSince(platform, AUDIT_LOG);
  for (;;) {
    let isDone = false;
    const holds = await onChain(db, config, async (tx, chain) => {
      const last = await lastEntryBefore(tx, chain.firstSeq, before, ENTRIES_PER_ROUND);
      isDone = last === undefined;
      if (last === undefined) return;
      const firstSeq = last.seq + 1;
      await saveChain(tx, sealed(config, { ...chain, firstSeq, firstHash: last.hash }));
      await deleteEntriesBefore(tx, firstSeq);
    });
    if (!holds || isDone) return holds;
  }
}
