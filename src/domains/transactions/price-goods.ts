import { unitsOf } from '../../platform/currencies.js';
import type { Minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { isMeasured } from '../../platform/quantity.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import { type ManualDiscount, netPriceOf, type Totals, totalsOf } from '../pricing/index.js';
import type { TillStore } from '../stores/index.js';
import type { StoreVariant } from './at-store-price.js';
import { saleLine, taxTermsOfSale, variantsAtStore } from './ring-up/ring-up-sale.js';
import { type TillCustomer, tillPromotions } from './till-promotions.js';

export type GoodsRequest = {
  store: TillStore;
  customer: TillCustomer | null;
  /** Quantities in steps of the unit. */
  lines: readonly {
    variantId?: string;
    sku?: string;
    quantity: number;
    /** Instead of the store's price. */
    unitPriceMinor?: Minor;
    /** The price on the label of weighed goods. */
    printedMinor?: Minor;
  }[];
  codes: readonly string[];
  discounts?: readonly ManualDiscount[];
  at: Date;
};

/**
 * What goods cost at a store now, with the promotions that need no budget. Nothing is written. The
 * prices of an exempt customer are net.
 */
export async function priceGoods(
  platform: Platform,
  data: ReferenceSnapshot,
  { store, customer, lines, codes, discounts, at }: GoodsRequest,
): Promise<{ variants: StoreVariant[]; totals: Totals }> {
  const variants = await variantsAtStore(platform, data, { store, customer, at, lines });
  const query = { storeId: store.id, currency: store.currency, at, codes, customer };
  const { promotions } = await tillPromotions(data, platform.db, {
    ...query,
    withoutBudgets: true,
  });
  const terms = taxTermsOfSale({ store, at, customer });
  const isNet = terms.pricesIncludeTax && terms.taxExemption !== undefined;
  const listed = (variant: StoreVariant): Minor =>
    isNet ? netPriceOf(variant.priceMinor, variant, terms.taxes) : variant.priceMinor;
  const totals = totalsOf({
    lines: variants.map((variant, index) => {
      const line = lines[index];
      const { unitPriceMinor = listed(variant), printedMinor } = line ?? {};
      return {
        ...saleLine(variant, index, line?.quantity ?? 0, unitPriceMinor),
        ...(isMeasured(variant.unit) && printedMinor !== undefined && { printedMinor }),
      };
    }),
    promotions,
    discounts,
    taxes: terms.taxExemption === undefined ? terms.taxes : [],
    pricesIncludeTax: terms.pricesIncludeTax,
    ...unitsOf(store.currency),
  });
  return { variants, totals };
}
