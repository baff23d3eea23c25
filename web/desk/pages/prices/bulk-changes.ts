import { newPrice, type PriceTerms } from '../../../../src/domains/pricing/index.js';
import type { Price } from '../../types.js';

/** What changes: all prices by a percentage or an amount, or those of SKUs with a common start. */
export type Terms = PriceTerms & { prefix: string };

const startOf = ({ valid_from: from }: Price): number =>
  from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
const keyOf = ({ variant, min_quantity }: Price): string => `${variant} ${min_quantity}`;

/** The prices that hold now or later, without those that a newer price has replaced. */
function inUse(prices: readonly Price[], now: Date): Price[] {
  const current = new Map<string, number>();
  for (const price of prices) {
    const [key, start] = [keyOf(price), startOf(price)];
    if (start <= now.getTime() && start >= (current.get(key) ?? start)) current.set(key, start);
  }
  return prices.filter(price => startOf(price) >= (current.get(keyOf(price)) ?? startOf(price)));
}

/** The prices that the terms change, by SKU. */
export function pricesToChange(
  prices: readonly Price[],
  terms: Pick<Terms, 'prefix'>,
  now: Date,
): Price[] {
  const prefix = terms.prefix.trim().toUpperCase();
  return inUse(prices, now)
    .filter(({ sku }) => sku.toUpperCase().startsWith(prefix))
    .sort((one, other) => {
      const bySku = one.sku < other.sku ? -1 : Number(one.sku > other.sku);
      return bySku || one.min_quantity - other.min_quantity;
    });
}

export const changeOf = (price: Price, terms: Terms) => ({
  variant: price.variant,
  price_list: price.price_list,
  min_quantity: price.min_quantity,
  valid_from: price.valid_from,
  // The amount is computed from the one that the preview shows.
  if_amount: price.amount,
  amount: newPrice(price.amount, price.currency, terms),
});

/** A price as a refused change names it. */
export type Row = {
  id: string | null;
  variant: string;
  min_quantity: number;
  amount: string | null;
};
export type ChangedPrice = { price: Price; now: string | null };

/** The prices of the preview that the rows name; a price that was removed has no id any more. */
export const changedSince = (prices: readonly Price[], rows: readonly Row[]): ChangedPrice[] =>
  rows.flatMap(({ id, variant, min_quantity: quantity, amount: now }) => {
    const price =
      prices.find(one => one.id === id) ??
      prices.find(one => one.variant === variant && one.min_quantity === quantity);
    return price === undefined ? [] : [{ price, now }];
  });
