import { formatMoney } from '../../../platform/money.js';
import { shownQuantity, unitOfMeasured } from '../../../platform/quantity.js';
import { type BundlePart, describeGoods, presentGoods } from '../../catalog/index.js';
import type { AppliedPromotion } from '../../pricing/index.js';
import type { PricedCart } from './price-cart.js';

export function presentCart({ cart, store, totals }: PricedCart) {
  return {
    id: cart.id,
    status: cart.status,
    store_id: cart.storeId,
    currency: store.currency,
    line_items: cart.lines.map((line, index) => {
      const priced = totals.lines[index];
      return {
        sku: line.sku,
        name: describeGoods(line),
        ...presentGoods(line),
        ...unitOfMeasured(line.unit),
        quantity: shownQuantity(line.quantity, line.unit),
        unit_price: formatMoney(line.unitPriceMinor, store.currency),
        line_total: formatMoney(priced?.grossMinor ?? 0, store.currency),
        available: line.isActive && line.isSoldHere ? shownQuantity(line.available, line.unit) : 0,
        promotion_discount: formatMoney(priced?.discountMinor ?? 0, store.currency),
        effective_price: formatMoney(priced?.effectiveUnitPriceMinor ?? 0, store.currency),
        applied_promotions: (priced?.applied ?? []).map(applied =>
          presentPromotion(applied, store.currency),
        ),
        product_variant_id: line.variantId,
        product_slug: line.slug,
        image_url: line.imageUrl,
        is_digital: line.isDigital,
        minimum_age: line.minimumAge,
        requires_kyc: line.requiresKyc,
        ...(line.parts && { parts: line.parts.map(part => presentPart(part, line.quantity)) }),
      };
    }),
    subtotal: formatMoney(totals.subtotalMinor, store.currency),
    estimated_tax: formatMoney(totals.taxMinor, store.currency),
    estimated_total: formatMoney(totals.totalMinor, store.currency),
    prices_include_tax: totals.pricesIncludeTax,
    promo_code: cart.promoCode,
    active_promotions: totals.applied.map(applied => presentPromotion(applied, store.currency)),
    promotion_savings: formatMoney(totals.discountMinor, store.currency),
    free_shipping_active: totals.freeShipping,
  };
}

/** What all bundles of the line have of a part. */
const presentPart = (part: BundlePart, bundles: number) => ({
  sku: part.sku,
  name: describeGoods({ product_name: part.productName, variant_name: part.variantName }),
  quantity: shownQuantity(part.quantity * bundles, part.unit),
  ...unitOfMeasured(part.unit),
});

const presentPromotion = (
  { promotionId, name, code, amountMinor }: AppliedPromotion,
  currency: string,
) => ({
  id: promotionId,
  name,
  code,
  amount: formatMoney(amountMinor, currency),
});
