import { LRUCache } from 'lru-cache';
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

/** About what the heap takes for one value with its count. */
const BYTES_PER_VALUE = 100;
const MOST_KEPT_BYTES = 20_000_000;

const kept = new LRUCache<string, Counts>({
  maxSize: MOST_KEPT_BYTES,
  sizeCalculation: (counts, key) =>
    key.length +
    BYTES_PER_VALUE * Object.values(counts).reduce((sum, list) => sum + list.length, 1),
});

let lastNumber = 0;
const numbers = new WeakMap<object, number>();

/** A number for each object, so that a text can name it. */
function numberOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(object, lastNumber);
  return lastNumber;
}

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
  const { categories, ...rest } = filters;
  const key = JSON.stringify([
    numberOf(prices.state),
    numberOf(matches ?? columns),
    columns.changes,
    categories && [...categories].sort(),
    Object.entries(rest).sort(),
  ]);
  return {
    found: kept.get(key),
    keep: (counts: Counts): void => {
      kept.set(key, counts);
    },
  };
}
