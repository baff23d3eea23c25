import { LRUCache } from 'lru-cache';
import type { Platform } from '../../../platform/platform.js';
import { priceGeneration } from '../catalogue/price-generation.js';

/** Stock of a page may be this old; prices, texts and stores are current. */
const LONGEST_MS = 15_000;
/** A page that the service was too busy to draw is drawn soon. */
const INCOMPLETE_MS = 1_000;
const MAX_PAGES = 500;

/**
 * Pages of this node. A page is dropped when anything changes that raises the version of the
 * reference data, and when a price list or a price begins or ends.
 */
export function createPageCache<Page extends object>(
  platform: Platform,
  isComplete: (page: Page) => boolean,
) {
  const pages = new LRUCache<string, Promise<Page>>({ max: MAX_PAGES, ttl: LONGEST_MS });

  return async (key: string, build: () => Promise<Page>): Promise<Page> => {
    const full = `${await priceGeneration(platform)}\n${key}`;
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
