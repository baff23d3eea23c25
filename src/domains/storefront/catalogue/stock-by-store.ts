import { readTextThrough } from '../../../platform/cache/index.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { productByRef } from '../../catalog/index.js';
import { allStores } from '../../stores/index.js';
import { nextPickup } from './next-pickup.js';
import { availableByStore } from './repository.js';
import { CACHE_SECONDS } from './rules.js';

/** JSON of the stores with what they have of a product, and when it can be picked up there. */
export async function stockByStore(platform: Platform, slug: string): Promise<string> {
  const key = `shop:product-stores:${slug}`;
  const json = await readTextThrough(platform.cache, key, CACHE_SECONDS, async () => {
    const found = await productByRef(platform.db, slug);
    if (found === undefined || !found.is_active || found.is_digital) return undefined;
    return JSON.stringify(await listStores(platform, found));
  });
  if (json === undefined) throw notFound('Product');
  return json;
}

type Product = NonNullable<Awaited<ReturnType<typeof productByRef>>>;

async function listStores(platform: Platform, product: Product) {
  const now = platform.clock.now();
  const variants = product.variants.filter(variant => variant.is_active);
  const [stores, levels] = await Promise.all([
    allStores(platform),
    availableByStore(
      platform.db,
      variants.map(({ id }) => id),
    ),
  ]);
  return stores
    .filter(store => store.is_active)
    .map(store => {
      const pickup = store.pickup_enabled ? nextPickup(store, store.time_zone, now) : undefined;
      return {
        store: { id: store.id, code: store.code, name: store.name, city: store.city },
        pickup_enabled: store.pickup_enabled,
        pickup_at: pickup?.at.toISOString() ?? null,
        pickup_day: pickup?.day ?? null,
        variants: variants.map(({ id, sku, unit }) => ({
          sku,
          available: shownQuantity(levels.get(`${store.id} ${id}`) ?? 0, unit),
        })),
      };
    })
    .sort((a, b) => a.store.name.localeCompare(b.store.name, 'en'));
}
