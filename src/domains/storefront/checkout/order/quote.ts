import { conflict, type Failure } from '../../../../platform/http/failure.js';
import { formatMoney, type Minor, minor } from '../../../../platform/money.js';
import type { PricedLine, Totals } from '../../../pricing/index.js';
import type { Cart } from '../../carts/repository.js';

/** What the start of a checkout showed: goods with discounts and tax, without shipping. */
export type Quote = {
  total: string;
  lines: Record<string, { quantity: number; unit_price: string }>;
};

export const quoteOf = (cart: Cart, totals: Totals, currency: string): Quote => ({
  total: formatMoney(totals.totalMinor, currency),
  lines: Object.fromEntries(
    cart.lines.map(line => [
      line.sku,
      { quantity: line.quantity, unit_price: formatMoney(line.unitPriceMinor, currency) },
    ]),
  ),
});

type Order = {
  lines: readonly PricedLine[];
  totals: Totals;
  currency: string;
  /** Prices the same order with other lines or without shipping. */
  price(change: { lines?: PricedLine[]; shippingMinor?: Minor }): Totals;
};

/** The total with the prices of the quote; articles added since have their current price. */
function shownTotal(quote: Quote, { lines, totals, currency, price }: Order): Minor {
  const isSame =
    lines.length === Object.keys(quote.lines).length &&
    lines.every(line => quote.lines[line.sku]?.quantity === line.quantity);
  if (isSame) {
    const shippingMinor = totals.totalMinor - price({ shippingMinor: 0 }).totalMinor;
    return minor(quote.total, currency) + shippingMinor;
  }
  const asShown = lines.map(line => {
    const shown = quote.lines[line.sku]?.unit_price;
    return shown === undefined ? line : { ...line, unitPriceMinor: minor(shown, currency) };
  });
  return price({ lines: asShown }).totalMinor;
}

/**
 * Throws if the order costs more than the start of the checkout showed, unless the customer has
 * accepted the new total. A lower price is simply charged. A page that names the total it shows pays no
 * more than that, whatever another tab has put into the cart or the address has changed since.
 */
export function refusePriceRise(
  quote: Quote | null,
  order: Order,
  acceptedTotal: string | undefined,
): void {
  const { totalMinor } = order.totals;
  const acceptedMinor =
    acceptedTotal === undefined ? undefined : minor(acceptedTotal, order.currency);
  if (quote === null || acceptedMinor === totalMinor) return;
  const quotedMinor = shownTotal(quote, order);
  const shownMinor = Math.min(quotedMinor, acceptedMinor ?? quotedMinor);
  if (totalMinor > shownMinor) throw priceChanged(shownMinor, totalMinor, order.currency);
}

const priceChanged = (shownMinor: Minor, totalMinor: Minor, currency: string): Failure =>
  conflict('PRICE_CHANGED', 'The prices have changed since this checkout was started.', {
    shown_total: formatMoney(shownMinor, currency),
    total: formatMoney(totalMinor, currency),
    currency,
  });
