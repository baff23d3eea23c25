const NAMES = [
  'q',
  'category',
  'brand',
  'size',
  'colour',
  'price_min',
  'price_max',
  'in_stock',
  'sort',
  'cursor',
] as const;

export type SearchTerms = Record<(typeof NAMES)[number], string>;

/** The longest that the service takes; the rest of a longer term is ignored. */
const MAX_LENGTHS: Partial<Record<keyof SearchTerms, number>> = { q: 200, cursor: 500 };
const MAX_LENGTH = 100;

export const termsOf = (params: URLSearchParams): SearchTerms =>
  Object.fromEntries(
    NAMES.map(name => [name, (params.get(name) ?? '').slice(0, MAX_LENGTHS[name] ?? MAX_LENGTH)]),
  ) as SearchTerms;
