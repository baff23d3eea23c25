import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import { unitsOf } from '../../../platform/currencies.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import type { Unit } from '../../../platform/quantity.js';
import {
  type ReferenceSnapshot,
  StaleReferenceData,
} from '../../../platform/reference-data/index.js';
import { describeGoods } from '../../catalog/index.js';
import {
  type Basket,
  explain,
  type LineExplanation,
  type Promotion,
  type Totals,
  totalsOf,
  withoutTax,
} from '../../pricing/index.js';
import type { TillStore } from '../../stores/index.js';
import { saleLine, taxTermsOfSale, variantsAtStore } from '../ring-up/ring-up-sale.js';
import { type TillCustomer, tillPromotions } from '../till-promotions.js';
import { quoteUsed } from './quote-used.js';
import { insertQuote, quoteById, type TillQuote } from './repository.js';

const VALID_MS = 15 * MINUTE_MS;

export type QuoteRequest = {
  store: TillStore;
  customer: TillCustomer | null;
  /** Quantities in steps of the unit. */
  lines: readonly {
    variantId?: string;
    sku?: string;
    quantity: number;
    /** Set for a gift card. */
    unitPriceMinor?: number;
  }[];
  codes: readonly string[];
  at: Date;
  /** Default: 15 minutes later. */
  expiresAt?: Date;
};

export type Quote = {
  id: string;
  expiresAt: Date;
  currency: string;
  lines: {
    variantId: string;
    sku: string;
    name: string;
    /** Product and variant. */
    description: string;
    unit: Unit;
    isBundle: boolean;
    priceList: string | null;
  }[];
  promotions: readonly Promotion[];
  totals: Totals;
  explain: LineExplanation[];
};

/** Prices a basket as the server would sell it now, and keeps what the prices came from. */
export async function quoteSale(
  platform: Platform,
  data: ReferenceSnapshot,
  { store, customer, lines, codes, at, expiresAt = addMs(at, VALID_MS) }: QuoteRequest,
): Promise<Quote> {
  const { db } = platform;
  const variants = await variantsAtStore(platform, data, { store, customer, at, lines });
  const { promotions } = await tillPromotions(data, db, {
    storeId: store.id,
    currency: store.currency,
    at,
    codes,
    customer,
  });
  const priced = variants.map((variant, index) =>
    saleLine(variant, index, lines[index]?.quantity ?? 0, variant.priceMinor),
  );
  const asked = { lines: priced, promotions, ...taxTermsOfSale({ store, at, customer }) };
  // An exempt customer is quoted net prices.
  const basket = asked.taxExemption === undefined ? asked : { ...asked, ...netBasket(asked) };
  const inUnits = { ...basket, ...unitsOf(store.currency) };
  const totals = totalsOf(inUnits);
  const quote = {
    id: newId(at),
    storeId: store.id,
    customerId: customer?.id ?? null,
    basket,
    totalAmount: formatMoney(totals.totalMinor, store.currency),
    createdAt: at,
    expiresAt,
  };
  if (!(await insertQuote(db, quote, data.version))) throw new StaleReferenceData();
  return {
    id: quote.id,
    expiresAt: quote.expiresAt,
    currency: store.currency,
    lines: variants.map(({ id, sku, name, productName, unit, parts }, index) => ({
      variantId: id,
      sku,
      name,
      description: describeGoods({ product_name: productName, variant_name: name }),
      unit,
      isBundle: parts !== undefined,
      priceList: priced[index]?.priceList ?? null,
    })),
    promotions,
    totals,
    explain: explain(inUnits),
  };
}

const netBasket = (basket: Basket): Pick<TillQuote['basket'], 'lines' | 'taxes'> => {
  const { lines, taxes = [] } = withoutTax(basket);
  return { lines, taxes };
};

/** The quote of this store, if a sale may still use it. */
export async function usableQuote(
  { db }: Pick<Platform, 'db'>,
  storeId: string,
  id: string,
  now: Date,
): Promise<TillQuote> {
  const quote = await quoteById(db, id);
  if (quote?.store_id !== storeId) throw notFound('Quote', 'QUOTE_NOT_FOUND');
  if (quote.transaction_id !== null) throw quoteUsed();
  if (quote.expires_at <= now) {
    throw conflict('QUOTE_EXPIRED', 'This quote has expired; price the sale again.', {
      expires_at: quote.expires_at.toISOString(),
    });
  }
  return quote;
}
