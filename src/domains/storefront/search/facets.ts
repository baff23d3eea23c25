import type { Minor } from '../../../platform/money.js';

/** A product that matches the words of a search. */
export type Match = {
  id: number;
  nameKey: string;
  createdAt: Date;
  rank: number;
  categoryId: string | null;
  brandId: string | null;
  priceMinor: Minor;
  inStock: boolean;
  sizes: readonly string[];
  colours: readonly string[];
};

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

type Check = (match: Match, filters: Filters) => boolean;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const CHECKS = {
  category: (match, { categories }) =>
    categories === undefined || categories.has(match.categoryId ?? ''),
  brand: (match, { brand }) => brand === undefined || match.brandId === brand,
  price: (match, { priceMin, priceMax }) =>
    (priceMin === undefined || match.priceMinor >= priceMin) &&
    (priceMax === undefined || match.priceMinor <= priceMax),
  size: (match, { size }) => size === undefined || match.sizes.some(one => same(one, size)),
  colour: (match, { colour }) =>
    colour === undefined || match.colours.some(one => same(one, colour)),
  inStock: (match, { inStock }) => inStock !== true || match.inStock,
} satisfies Record<string, Check>;

export type Facet = keyof typeof CHECKS;
const FACETS = Object.keys(CHECKS) as Facet[];

/** The matches that pass all filters, except that of `without`. */
export const passing = (matches: readonly Match[], filters: Filters, without?: Facet): Match[] =>
  matches.filter(match =>
    FACETS.every(facet => facet === without || CHECKS[facet](match, filters)),
  );

/** How many matches have each value; a facet's own filter does not limit it. */
export function countsOf(
  matches: readonly Match[],
  filters: Filters,
  facet: Facet,
  valuesOf: (match: Match) => readonly string[],
): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const match of passing(matches, filters, facet)) {
    for (const value of new Set(valuesOf(match))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en', { numeric: true }));
}

export type PriceRange = { from: Minor; to: Minor; count: number };

const RANGES = 4;

/** Ranges of equal width with round limits; the last one includes its limit. */
export function priceRanges(prices: readonly Minor[]): PriceRange[] {
  if (prices.length === 0) return [];
  const low = prices.reduce((a, b) => Math.min(a, b));
  const high = prices.reduce((a, b) => Math.max(a, b));
  const step = roundStep((high - low) / RANGES);
  const start = Math.floor(low / step) * step;
  const counts = new Map<number, number>();
  for (const price of prices) {
    const from = start + Math.floor((price - start) / step) * step;
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([from, count]) => ({ from, to: from + step - 1, count }));
}

/** The next larger 1, 2 or 5 times a power of ten, in minor units, and at least one hundred. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(width, 1)));
  const factor = [1, 2, 5, 10].find(one => one * power >= width) ?? 10;
  return Math.max(factor * power, 100);
}

const byName = (a: Match, b: Match): number =>
  a.nameKey < b.nameKey ? -1 : Number(a.nameKey > b.nameKey) || a.id - b.id;

const ORDERS: Record<Sort, (a: Match, b: Match) => number> = {
  relevance: (a, b) => b.rank - a.rank || Number(b.inStock) - Number(a.inStock) || byName(a, b),
  name: byName,
  price: (a, b) => a.priceMinor - b.priceMinor || byName(a, b),
  '-price': (a, b) => b.priceMinor - a.priceMinor || byName(a, b),
  newest: (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id,
};

export const sorted = (matches: readonly Match[], sort: Sort): Match[] =>
  matches.toSorted(ORDERS[sort]);
