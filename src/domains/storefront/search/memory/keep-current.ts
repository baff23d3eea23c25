import type { Db } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import { Semaphore } from '../../../../platform/semaphore.js';
import { nextPriceChange } from '../../catalogue/repository.js';
import { type Memory, rangesTo, runTogether } from './memory.js';
import { pricesChangedBetween, type Terms, type Which } from './repository.js';
import type { Kept, StoreView } from './store-view.js';

/** Each reads every product; more at once would take the connections and time of other requests. */
const fullReads = new Semaphore({ permits: 2 });

/** What the view was read under. */
type Read = { version: string; atMs: number; nextPriceChangeMs: number };

/** Reads a view when it is first used, and what has changed before each later use. */
export function keepCurrent<View extends StoreView>(
  memory: Memory,
  { db, clock }: Platform,
  view: View,
  termsAt: (at: Date) => Terms,
): Kept<View> {
  let last: Read | undefined;
  const refresh = runTogether(async () => {
    const { version, columns } = memory;
    const at = clock.now();
    const atMs = at.getTime();
    // After the clock went back everything is read again: prices in memory may not have begun yet.
    const known = last !== undefined && atMs >= last.atMs && (await view.follow(db)) && last;
    const hasChangedPrices = known && atMs >= known.nextPriceChangeMs;
    if (hasChangedPrices) {
      const ids = await pricesChangedBetween(db, new Date(known.atMs), at);
      for (const id of ids) view.stale.add(id);
    }
    const isKept = known && !hasChangedPrices && known.version === version;
    const nextPriceChangeMs = isKept ? known.nextPriceChangeMs : await nextChangeMs(db, at);
    const readSome = (which: Which) => view.read(db, columns, termsAt(at), which);
    if (known) await readStale(view, readSome);
    else {
      // If this fails, the view has a part of the products; the next use reads all of them again.
      last = undefined;
      await fullReads.run(() => readAll(view, memory.lastId, db, readSome));
    }
    view.fit(columns);
    last = { version, atMs, nextPriceChangeMs };
  });
  return { view, refresh };
}

const nextChangeMs = async (db: Db, after: Date): Promise<number> =>
  (await nextPriceChange(db, after))?.getTime() ?? Number.POSITIVE_INFINITY;

async function readAll(
  view: StoreView,
  lastId: number,
  db: Db,
  readSome: (which: Which) => Promise<void>,
): Promise<void> {
  await view.start(db);
  view.stale.clear();
  view.clear();
  for (const range of rangesTo(lastId)) await readSome(range);
}

async function readStale(
  view: StoreView,
  readSome: (which: Which) => Promise<void>,
): Promise<void> {
  const ids = [...view.stale];
  if (ids.length === 0) return;
  view.stale.clear();
  try {
    await readSome({ ids });
  } catch (error) {
    for (const id of ids) view.stale.add(id);
    throw error;
  }
}
