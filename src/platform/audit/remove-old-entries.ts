import { addMs, DAY_MS } from '../clock.js';
import type { Platform } from '../platform.js';
import { onChain, sealed } from './chain-entries.js';
import { deleteEntriesBefore, lastEntryBefore, saveChain } from './repository.js';

const KEPT_DAYS = 400;
const ENTRIES_PER_ROUND = 5_000;

/**
 * Removes the oldest entries. The chain remembers the hash at which it begins now, so what is left
 * can still be verified. Entries that are not chained yet stay. Returns false if the ends of the
 * chain are not those that the service wrote.
 */
export async function removeOldEntries({ db, clock, config }: Platform): Promise<boolean> {
  const before = addMs(clock.now(), -KEPT_DAYS * DAY_MS);
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
