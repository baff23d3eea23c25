import { unitsOf } from '../../../platform/currencies.js';
import type { Platform } from '../../../platform/platform.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import { totalsOf } from '../../pricing/index.js';
import type { TillStore } from '../../stores/index.js';
import { pricePromotedSale } from '../price-promoted-sale.js';
import { type PricedSale, variantsAtStore } from '../ring-up/ring-up-sale.js';
import { usableQuote } from './quote-sale.js';

/** The sale of a quote, with the goods, prices and sums that it promised. */
export async function priceQuotedSale(
  platform: Platform,
  data: ReferenceSnapshot,
  sale: {
    quoteId: string;
    store: TillStore;
    employeeId: string;
    terminalId: string | null;
    at: Date;
  },
): Promise<PricedSale> {
  const { quoteId, store, ...made } = sale;
  const { basket } = await usableQuote(platform, store.id, quoteId, sale.at);
  const totals = totalsOf({ ...basket, ...unitsOf(store.currency) });
  const lines = basket.lines.map(({ variantId, quantity, unitPriceMinor }) => ({
    variantId,
    quantity,
    unitPriceMinor,
  }));
  const shopping = { store, customer: null, at: sale.at, lines };
  const variants = await variantsAtStore(platform, data, shopping);
  const claim = {
    ...made,
    store,
    // The quote names the customer.
    customerId: null,
    customer: null,
    lines: lines.map((line, index) => ({
      ...line,
      unit: variants[index]?.unit ?? 'piece',
      subtotalMinor: totals.lines[index]?.grossMinor ?? 0,
    })),
    subtotalMinor: totals.subtotalMinor,
    taxMinor: totals.taxMinor,
    totalMinor: totals.totalMinor,
  };
  return pricePromotedSale(platform, data, claim, {
    codes: undefined,
    discounts: [],
    quoteId,
    discountMinor: undefined,
  });
}
