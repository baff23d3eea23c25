import type { Platform } from '../../../platform/platform.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import { foreignStores, pricesFromMemory, resolvePrices } from '../../prices/index.js';
import type { CartGoods } from './goods-repository.js';

/** A minimum quantity is no reason to refuse an article: the customer may add more. */
const ANY_QUANTITY = Number.MAX_SAFE_INTEGER;

/**
 * The stores that do not sell an article. The statement that adds it finds the store of the cart, so
 * that the store need not be read before. Stores of the base currency sell every article.
 */
export async function storesWithoutPrice(
  platform: Platform,
  data: ReferenceSnapshot,
  { variantId, ownPriceMinor: ownMinor }: CartGoods,
): Promise<{ id: string; currency: string }[]> {
  const { db, config, clock } = platform;
  const foreign = await data.remember('prices:foreign-stores', () =>
    foreignStores(db, config.baseCurrency),
  );
  const at = clock.now();
  const requests = [{ variantId, ownMinor, quantity: ANY_QUANTITY }];
  const source = pricesFromMemory(data, db);
  const prices = await Promise.all(
    foreign.map(store => resolvePrices(platform, source, { store, at }, requests)),
  );
  return foreign.filter((_, index) => prices[index]?.[0] === undefined);
}
