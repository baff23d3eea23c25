import type { Counted, Filters, PriceRange } from './facets.js';
import type { Goods } from './memory/goods-at.js';

/** How many products each value of a facet would leave, in whatever order they are shown. */
export type Counts = {
  category: Counted[];
  brand: Counted[];
  size: Counted[];
  colour: Counted[];
  price: PriceRange[];
};

/** Different filters of one set of products. */
const MOST_PER_SET = 64;

type OfSet = { changes: number; counts: Map<string, Counts> };

/** By the prices that were counted, then by what was found; both go when nobody reads them any more. */
const kept = new WeakMap<object, WeakMap<object, OfSet>>();

/**
 * The counts of a set of products under some filters, kept until the catalogue or its prices change:
 * pages and orders of one search have the same. Stock changes with every sale, so counts with a
 * filter by stock are not kept.
 */
export function keptCounts(
  { columns, prices }: Goods,
  matches: Int32Array | undefined,
  filters: Filters,
) {
  if (filters.inStock) return { found: undefined, keep: (): void => undefined };
  const ofPrices = kept.get(prices.state) ?? new WeakMap<object, OfSet>();
  kept.set(prices.state, ofPrices);
  const set = matches ?? columns;
  const known = ofPrices.get(set);
  const { changes } = columns;
  const ofSet = known?.changes === changes ? known : { changes, counts: new Map() };
  ofPrices.set(set, ofSet);
  const { categories, ...rest } = filters;
  const key = JSON.stringify([categories && [...categories].sort(), Object.entries(rest).sort()]);
  return {
    found: ofSet.counts.get(key),
    keep: (counts: Counts): void => {
      const [oldest] = ofSet.counts.keys();
      if (ofSet.counts.size >= MOST_PER_SET && oldest !== undefined) ofSet.counts.delete(oldest);
      ofSet.counts.set(key, counts);
    },
  };
}
