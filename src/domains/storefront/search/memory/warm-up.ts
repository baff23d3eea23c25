import type { Platform } from '../../../../platform/platform.js';
import { allStores, storeForSelling } from '../../../stores/index.js';
import { goodsAt, hasRoomForStore } from './goods-at.js';
import { presentVersion } from './repository.js';

/** Fewer products are read in less time than one notices. */
const MANY_PRODUCTS = 5_000;

/** Reads a large catalogue when the node starts, so that the first search need not; returns its stop. */
export async function warmUp(platform: Platform): Promise<() => Promise<void>> {
  let isStopped = false;
  const read = async (): Promise<void> => {
    const { last_id: lastId } = await presentVersion(platform.db);
    if (lastId < MANY_PRODUCTS) return;
    const stores = await allStores(platform);
    for (const { id } of stores.filter(store => store.is_active)) {
      // A further store would push out one that was just read.
      if (isStopped || !hasRoomForStore(platform.db)) return;
      await goodsAt(platform, await storeForSelling(platform, id));
    }
  };
  const reading = read().catch((error: unknown) => {
    platform.log.warn({ err: error }, 'reading the products failed; the first search reads them');
  });
  return async () => {
    isStopped = true;
    await reading;
  };
}
