import { addMs, DAY_MS } from '../clock.js';
import { atomically } from '../database/tx.js';
import type { Platform } from '../platform.js';
import { emptyChain, sealed } from './chain-entries.js';
import { deleteEntriesBefore, lastEntryBefore, lockChain, saveChain } from './repository.js';

const KEPT_DAYS = 400;
const ENTRIES_PER_ROUND = 5_000;

/**
 * Removes the oldest entries. The chain remembers the hash at which it begins now, so what is left
 * can still be verified. Entries that are not chained yet stay.
 */
export async function removeOldEntries({ db, clock, config }: Platform): Promise<void> {
  const before = addMs(clock.now(), -KEPT_DAYS * DAY_MS);
  const round = (): Promise<boolean> =>
    atomically(db, async tx => {
      const chain = await lockChain(tx, emptyChain(config));
      const last = await lastEntryBefore(tx, chain.firstSeq, before, ENTRIES_PER_ROUND);
      if (last === undefined) return false;
      const firstSeq = last.seq + 1;
      await saveChain(tx, sealed(config, { ...chain, firstSeq, firstHash: last.hash }));
      await deleteEntriesBefore(tx, firstSeq);
      return true;
    });
  while (await round());
}
