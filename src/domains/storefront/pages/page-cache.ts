import { LRUCache } from 'lru-cache';
import type { Platform } from '../../../platform/platform.js';
import { readVersion } from '../../../platform/reference-data/index.js';
import { nextPriceChange } from './repository.js';

/** Stock of a page may be this old; prices, texts and stores are current. */
const LONGEST_MS = 15_000;
/** A page that the service was too busy to draw is drawn soon. */
const INCOMPLETE_MS = 1_000;
/** How long a node trusts the version of the catalogue that it has read. */
const VERSION_MS = 250;
const MAX_PAGES = 500;

type Generation = { version: string; endsAt: number };

/**
 * Pages of this node. A page is dropped when anything changes that raises the version of the
 * reference data, and when a price list or a price begins or ends.
 */
export function createPageCache<Page extends object>(
  { db, clock }: Platform,
  isComplete: (page: Page) => boolean,
) {
  const pages = new LRUCache<string, Promise<Page>>({ max: MAX_PAGES, ttl: LONGEST_MS });
  let known: { at: number; generation: Promise<Generation> } | undefined;

  const read = async (last: Generation | undefined): Promise<Generation> => {
    const version = await readVersion(db);
    const now = clock.now();
    if (last?.version === version && now.getTime() < last.endsAt) return last;
    const next = await nextPriceChange(db, now);
    return { version, endsAt: next?.getTime() ?? Number.POSITIVE_INFINITY };
  };
  const current = (): Promise<Generation> => {
    const now = performance.now();
    if (known !== undefined && now - known.at < VERSION_MS) return known.generation;
    const last = known?.generation.catch(() => undefined);
    const generation = (async () => read(await last))();
    known = { at: now, generation };
    generation.catch(() => {
      known = undefined;
    });
    return generation;
  };

  return async (key: string, build: () => Promise<Page>): Promise<Page> => {
    const { version, endsAt } = await current();
    const full = `${version}\n${endsAt}\n${key}`;
    const found = pages.get(full);
    if (found !== undefined) return found;
    const building = build();
    pages.set(full, building);
    building.then(
      page => !isComplete(page) && pages.set(full, building, { ttl: INCOMPLETE_MS }),
      () => pages.delete(full),
    );
    return building;
  };
}
