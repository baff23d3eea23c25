import type { Minor } from '../../../platform/money.js';

export type Filters = {
  /** Ids of a category and all below it. */
  categories?: ReadonlySet<string>;
  brand?: string;
  priceMin?: Minor;
  priceMax?: Minor;
  size?: string;
  colour?: string;
  inStock?: boolean;
};

export const SORTS = ['relevance', 'name', 'price', '-price', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** How many products have a value. */
export type Counted = { value: string; count: number };

/** The most frequent value first. */
export const byCount = (a: Counted, b: Counted): number =>
  b.count - a.count || a.value.localeCompare(b.value, 'en', { numeric: true });

export type PriceRange = { from: Minor; to: Minor; count: number };

const RANGES = 4;

/** Ranges of equal width with round limits; the last one includes its limit. */
export function priceRanges(prices: ArrayLike<Minor>): PriceRange[] {
  if (prices.length === 0) return [];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < prices.length; i += 1) {
    const price = prices[i] ?? 0;
    if (price < low) low = price;
    if (price > high) high = price;
  }
  const step = roundStep((high - low) / RANGES);
  const start = Math.floor(low / step) * step;
  const counts = new Array<number>(Math.floor((high - start) / step) + 1).fill(0);
  for (let i = 0; i < prices.length; i += 1) {
    const range = Math.floor(((prices[i] ?? 0) - start) / step);
    counts[range] = (counts[range] ?? 0) + 1;
  }
  return counts.flatMap((count, range) => {
    const from = start + range * step;
    return count === 0 ? [] : [{ from, to: from + step - 1, count }];
  });
}

/** The next larger 1, 2 or 5 times a power of ten, in minor units, and at least one hundred. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(width, 1)));
  const factor = [1, 2, 5, 10].find(one => one * power >= width) ?? 10;
  return Math.max(factor * power, 100);
}
