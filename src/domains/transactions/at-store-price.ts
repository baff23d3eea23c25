import type { Minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { shownQuantity } from '../../platform/quantity.js';
import type { SellableVariant } from '../catalog/index.js';
import { notSoldHere, type PriceBuyer, type PriceSource, resolvePrices } from '../prices/index.js';
import { asGiftCard, isGiftCard } from './gift-card-lines.js';
import type { LineRef } from './variants-of-lines.js';

/** A variant whose `priceMinor` is the price in the store. */
export type StoreVariant = SellableVariant & {
  /** The code of the list that the price comes from; null is the variant's own price. */
  priceList: string | null;
};

/** The variants of lines at the prices of the store. Reports every line without a price there. */
export async function atStorePrice(
  platform: Platform,
  source: PriceSource,
  buyer: PriceBuyer,
  /** Quantities in steps of the variant's unit. */
  lines: readonly (LineRef & { quantity: number; unitPriceMinor?: Minor })[],
  variants: readonly SellableVariant[],
): Promise<StoreVariant[]> {
  const prices = await resolvePrices(
    platform,
    source,
    buyer,
    variants.map(({ id, priceMinor, unit }, index) => ({
      variantId: id,
      ownMinor: priceMinor,
      quantity: shownQuantity(lines[index]?.quantity ?? 0, unit),
    })),
  );
  const missing: { field: string; sku: string }[] = [];
  const priced = variants.flatMap((variant, index) => {
    if (isGiftCard(variant)) return asGiftCard(variant, lines[index]?.unitPriceMinor);
    const price = prices[index];
    if (price !== undefined) {
      return { ...variant, priceMinor: price.amountMinor, priceList: price.priceList };
    }
    const field = lines[index]?.sku === undefined ? 'product_variant_id' : 'sku';
    missing.push({ field: `line_items.${index}.${field}`, sku: variant.sku });
    return [];
  });
  if (missing.length > 0) throw notSoldHere(missing, buyer.store.currency);
  return priced;
}
