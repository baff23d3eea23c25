import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type ReferenceSnapshot,
  StaleReferenceData,
  withReferenceData,
} from '../../../platform/reference-data/index.js';
import { pricesFromMemory } from '../../prices/index.js';
import { rememberedStore } from '../../stores/index.js';
import { atStorePrices } from './at-store-prices.js';
import { groupOfCart } from './lines-repository.js';
import { type PricedCart, priceCart } from './price-cart.js';
import { goodsOfVariants } from './remembered-goods.js';
import type { Cart, CartContents, CartRef, StoredCart } from './repository.js';
import { mostSteps } from './rules.js';

/** Prices a stored cart with goods and taxes from memory, and keeps its contents for a checkout. */
export async function cartOf(
  platform: Platform,
  ref: CartRef,
  stored: StoredCart | undefined,
): Promise<PricedCart | undefined> {
  if (stored === undefined) return undefined;
  keepContents(platform, ref, stored);
  return withReferenceData(platform, async data =>
    priceCart(platform, data, await withGoods(platform, data, stored)),
  );
}

/** The goods are those of the time at which the cart was read, or newer. */
export async function withGoods(
  platform: Platform,
  data: ReferenceSnapshot,
  { id, storeId, promoCode, variantIds, quantities, stock, taxExemption, version }: StoredCart,
): Promise<Cart> {
  if (BigInt(data.version) < BigInt(version)) throw new StaleReferenceData();
  const { db, clock } = platform;
  const [goods, store] = await Promise.all([
    goodsOfVariants(data, db, variantIds),
    rememberedStore(data, db, storeId),
  ]);
  if (store === null) throw new Error('cart without a store');
  const found = goods.flatMap((one, index) => {
    if (one === null) return [];
    const available = one.isDigital ? mostSteps(one.unit) : (stock[index] ?? 0);
    return { ...one, quantity: quantities[index] ?? 0, available };
  });
  const buyer = { store, customerGroup: () => groupOfCart(db, id), at: clock.now() };
  const lines = await atStorePrices(platform, pricesFromMemory(data, db), buyer, found);
  return { id, storeId, status: 'ACTIVE', promoCode, taxExemption, lines };
}

const MOST_CARTS = 20_000;
const recent = new WeakMap<Db, LRUCache<string, CartContents>>();

/** The cart is found only with the token or cookie of its visit. */
const keyOf = ({ cartId, visit: { by, value } }: CartRef): string =>
  `${cartId.toLowerCase()} ${by} ${typeof value === 'string' ? value : value.toString('base64')}`;

function keepContents({ db }: Platform, ref: CartRef, stored: StoredCart): void {
  const carts = recent.get(db) ?? new LRUCache<string, CartContents>({ max: MOST_CARTS });
  recent.set(db, carts);
  const { storeId, promoCode, variantIds, quantities, taxExemption } = stored;
  carts.set(keyOf(ref), { storeId, promoCode, variantIds, quantities, taxExemption });
}

/**
 * What this node last saw in the cart. The statement that uses it compares it with the stored cart,
 * which another node may have changed.
 */
export const recentContents = ({ db }: Platform, ref: CartRef): CartContents | undefined =>
  recent.get(db)?.get(keyOf(ref));
