const TERMS = [
  'q',
  'category',
  'brand',
  'collection',
  'size',
  'colour',
  'price_min',
  'price_max',
  'in_stock',
  'sort',
  'cursor',
] as const;
type Term = (typeof TERMS)[number];

/** The words and filters of a search, as they are in the address; empty: not given. */
export type SearchTerms = Record<Term, string>;

/** The longest that a term may be; the rest of a longer one is ignored. */
const MAX_LENGTHS: Partial<Record<Term, number>> = { q: 200, cursor: 500 };
const MAX_LENGTH = 100;

/** Reads the terms of an address, for the service and for the browser alike. */
export const searchTerms = (read: (name: Term) => unknown): SearchTerms =>
  Object.fromEntries(
    TERMS.map(name => {
      const value = read(name);
      // PostgreSQL stores no NUL, so no product matches one.
      const text = typeof value === 'string' ? value.replaceAll('\0', '') : '';
      return [name, text.slice(0, MAX_LENGTHS[name] ?? MAX_LENGTH)];
    }),
  ) as SearchTerms;
