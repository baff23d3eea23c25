import { shownQuantity, type Totals } from '../../../src/domains/pricing/index.js';
import { formatHundredths, formatMoney } from '../../../src/platform/money.js';
import type { Basket } from './basket.js';
import { quoteOf, type Terms, totalsFor } from './basket-totals.js';
import type { SoldGoods } from './journal/entries.js';
import type { Session, StoreSettings } from './types.js';

/** The request body that creates the sale. */
export function saleRequestOf(basket: Basket, { user, store }: Session, terms?: Terms) {
  const totals = totalsFor(basket, store, terms);
  return {
    store_id: store.id,
    employee_id: user.number,
    line_items: basket.lines.map((line, index) => ({
      product_variant_id: line.good.variantId,
      sku: line.good.sku,
      quantity: shownQuantity(line.quantity, line.good.unit),
      unit_price: formatMoney(line.unitPriceMinor, store.currency),
      subtotal: formatMoney(totals.lines[index]?.grossMinor ?? 0, store.currency),
    })),
    subtotal: formatMoney(totals.subtotalMinor, store.currency),
    tax_amount: formatMoney(totals.taxMinor, store.currency),
    total_amount: formatMoney(totals.totalMinor, store.currency),
    ...(basket.approval !== null && { approval_request_id: basket.approval.id }),
    ...(basket.customer && { customer_id: basket.customer.id }),
    ...(basket.pickupName && { pickup_name: basket.pickupName }),
    ...(basket.note && { note: basket.note }),
    ...reductionsOf(basket, totals, store.currency),
  };
}

/** The lines with what the customer pays for each, for a later return. */
export function soldGoods(basket: Basket, store: StoreSettings, terms?: Terms): SoldGoods[] {
  const { lines } = totalsFor(basket, store, terms);
  return basket.lines.map(({ good, quantity }, index) => ({
    sku: good.sku,
    name: good.name,
    unit: good.unit,
    quantity,
    netMinor: lines[index]?.netMinor ?? 0,
    taxMinor: lines[index]?.taxMinor ?? 0,
    ...(good.parts && { parts: good.parts.length }),
  }));
}

type Reductions = {
  quote_id?: string;
  promo_codes?: string[];
  discounts?: SentDiscount[];
  discount_amount?: string;
};

type SentDiscount = {
  line?: number;
  sale?: boolean;
  amount?: string;
  percent?: string;
  reason: string;
};

/** A sale without any reduction is sent as plain prices. */
function reductionsOf(basket: Basket, totals: Totals, currency: string): Reductions {
  const { discounts = [], codes = [] } = basket;
  if (totals.discountMinor === 0 && codes.length === 0) return {};
  const quote = quoteOf(basket);
  const isPromoted = totals.applied.length > 0 || codes.length > 0;
  return {
    ...(quote ? { quote_id: quote.id } : isPromoted && { promo_codes: codes }),
    ...(discounts.length > 0 && { discounts: sentDiscounts(basket, currency) }),
    discount_amount: formatMoney(totals.discountMinor, currency),
  };
}

/** Discounts of the cashier as the service takes them. */
export const sentDiscounts = (basket: Basket, currency: string): SentDiscount[] =>
  (basket.discounts ?? []).map(discount => ({
    ...place(basket, discount.key),
    ...('amountMinor' in discount
      ? { amount: formatMoney(discount.amountMinor, currency) }
      : { percent: formatHundredths(discount.basisPoints) }),
    reason: discount.reason,
  }));

const place = ({ lines }: Basket, key: string | null) =>
  key === null ? { sale: true } : { line: lines.findIndex(line => line.key === key) };

export type SaleRequest = ReturnType<typeof saleRequestOf>;

/**
 * The sale with its promotions as discounts of the cashier: for one that was paid offline under a
 * promotion that the service does not know any more. Undefined without promotions.
 */
export function asDiscounts(
  basket: Basket,
  session: Session,
  terms?: Terms,
): SaleRequest | undefined {
  const claim = saleRequestOf(basket, session, terms);
  if (claim.promo_codes === undefined) return undefined;
  const { promo_codes: _, ...rest } = claim;
  const { lines } = totalsFor(basket, session.store, terms);
  const promoted = lines.flatMap(({ applied }, line) =>
    applied.map(({ amountMinor, name }) => ({
      line,
      amount: formatMoney(amountMinor, session.store.currency),
      reason: name,
    })),
  );
  return { ...rest, discounts: [...promoted, ...(claim.discounts ?? [])] };
}

/**
 * The sale as an entry names it, at the terms of its first part. The service prices it at the time of
 * its last part: promotions that give another discount by then are sent as discounts of the cashier.
 */
export function entryRequestOf(basket: Basket, session: Session, terms?: Terms): SaleRequest {
  const claim = saleRequestOf(basket, session, terms);
  if (terms === undefined) return claim;
  const now = saleRequestOf(basket, session);
  const isSame = claim.discount_amount === now.discount_amount;
  return isSame ? claim : (asDiscounts(basket, session, terms) ?? claim);
}
