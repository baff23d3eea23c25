import type { Platform } from '../../../platform/platform.js';
import { type PricedLine, type Totals, totalsOf } from '../../pricing/index.js';
import { type SellingStore, storeForSelling } from '../../stores/index.js';
import { taxRates } from '../../transactions/index.js';
import { previewPromotions } from '../promotion-preview.js';
import type { Cart } from './repository.js';

export type PricedCart = { cart: Cart; store: SellingStore; totals: Totals };

/** The cart's lines as every reckoning takes them; the SKU is their key. */
export const pricedLines = (cart: Cart): PricedLine[] =>
  cart.lines.map(line => ({
    key: line.sku,
    variantId: line.variantId,
    productId: line.productId,
    categoryId: line.categoryId,
    collectionIds: line.collectionIds,
    sku: line.sku,
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    isTaxExempt: line.isTaxExempt,
  }));

/** What the cart would cost now. */
export async function priceCart(platform: Platform, cart: Cart): Promise<PricedCart> {
  const store = await storeForSelling(platform, cart.storeId);
  if (store === undefined) throw new Error('the store of a cart is gone');
  const basket = { lines: pricedLines(cart), taxes: taxRates(store) };
  if (cart.lines.length === 0) return { cart, store, totals: totalsOf(basket) };
  try {
    const promotions = await previewPromotions(platform, cart);
    return { cart, store, totals: totalsOf({ ...basket, promotions }) };
  } catch (error) {
    // A shopper would rather see the cart at full price than no cart.
    platform.log.error({ err: error, cart: cart.id }, 'a cart is shown without its promotions');
    return { cart, store, totals: totalsOf(basket) };
  }
}
