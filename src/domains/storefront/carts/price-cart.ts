import { unitsOf } from '../../../platform/currencies.js';
import type { Platform } from '../../../platform/platform.js';
import { isMeasured, stepsPerUnit } from '../../../platform/quantity.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import { type PricedLine, type Promotion, type Totals, totalsOf } from '../../pricing/index.js';
import { rememberedStore, type StoreTax, type StoreWithTaxes } from '../../stores/index.js';
import { linePart, taxTermsOf } from '../../transactions/index.js';
import { previewPromotions } from '../promotion-preview.js';
import type { Cart } from './repository.js';

export type PricedCart = {
  cart: Cart;
  store: StoreWithTaxes;
  promotions: readonly Promotion[];
  totals: Totals;
};

/** The cart's lines as the pricing rules need them; the SKU is their key. */
export const pricedLines = (cart: Cart): PricedLine[] =>
  cart.lines.map(line => ({
    key: line.sku,
    variantId: line.variantId,
    productId: line.productId,
    categoryId: line.categoryId,
    collectionIds: line.collectionIds,
    sku: line.sku,
    quantity: line.quantity,
    ...(isMeasured(line.unit) && { stepsPerUnit: stepsPerUnit(line.unit) }),
    unitPriceMinor: line.unitPriceMinor,
    isTaxExempt: line.isTaxExempt,
    taxClass: line.taxClass,
    ...(line.parts && { parts: line.parts.map(linePart) }),
  }));

/** `taxes` are those of the address that an order goes to; unset: those of the store. */
export const storeTaxTerms = (
  store: StoreWithTaxes,
  at: Date,
  exemption?: string | null,
  taxes: readonly StoreTax[] = store.tax_jurisdictions,
) =>
  taxTermsOf(
    {
      taxes,
      timeZone: store.time_zone,
      pricesIncludeTax: store.prices_include_tax,
    },
    at,
    exemption,
  );

/** Prices the cart as of now, with the taxes of its store. */
export async function priceCart(
  platform: Platform,
  data: ReferenceSnapshot,
  cart: Cart,
): Promise<PricedCart> {
  const store = await rememberedStore(data, platform.db, cart.storeId);
  if (store === null) throw new Error('cart without a store');
  const basket = {
    lines: pricedLines(cart),
    ...storeTaxTerms(store, platform.clock.now(), cart.taxExemption),
    ...unitsOf(store.currency),
  };
  const plain = { cart, store, promotions: [] };
  if (cart.lines.length === 0) return { ...plain, totals: totalsOf(basket) };
  try {
    const promotions = await previewPromotions(platform, cart);
    return { cart, store, promotions, totals: totalsOf({ ...basket, promotions }) };
  } catch (error) {
    // Full price is better than an error page.
    platform.log.error(
      { err: error, cart: cart.id },
      'promotion lookup failed; the cart is shown without promotions',
    );
    return { ...plain, totals: totalsOf(basket) };
  }
}
