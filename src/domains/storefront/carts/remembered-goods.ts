import type { Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type ReferenceSnapshot,
  withReferenceData,
} from '../../../platform/reference-data/index.js';
import { type CartGoods, goodsByIds, goodsBySku } from './goods-repository.js';

class UnknownSku extends Error {}

/** From memory. An unknown SKU is not kept, so that a guessing client fills no memory. */
export const goodsOfSku = (
  data: ReferenceSnapshot,
  reader: Reader,
  sku: string,
): Promise<CartGoods | undefined> =>
  data
    .remember(`cart goods of ${sku}`, async () => {
      const goods = await goodsBySku(reader, sku);
      if (goods === undefined) throw new UnknownSku();
      return goods;
    })
    .catch((error: unknown) => {
      if (error instanceof UnknownSku) return undefined;
      throw error;
    });

/** From memory; those it lacks are read together. A deleted variant is null. */
export async function goodsOfVariants(
  data: ReferenceSnapshot,
  reader: Reader,
  variantIds: readonly string[],
): Promise<(CartGoods | null)[]> {
  const missing: string[] = [];
  let loading: Promise<Map<string, CartGoods>> | undefined;
  const load = async (id: string): Promise<CartGoods | null> => {
    missing.push(id);
    // Starts after every id below has been asked for.
    loading ??= Promise.resolve().then(() => goodsByIds(reader, missing));
    return (await loading).get(id) ?? null;
  };
  return Promise.all(variantIds.map(id => data.remember(`cart goods ${id}`, () => load(id))));
}

/** The SKUs among these that no article has. */
export const unknownSkus = (platform: Platform, skus: readonly string[]): Promise<string[]> =>
  withReferenceData(platform, async data => {
    const found = await Promise.all(skus.map(sku => goodsOfSku(data, platform.db, sku)));
    return skus.filter((_, index) => found[index] === undefined);
  });
