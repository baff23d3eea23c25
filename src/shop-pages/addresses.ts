import type { PageRequest } from '../domains/storefront/index.js';
import type { Failure } from '../platform/http/failure.js';

export const SHOP = '/app/shop/';

/** The address of a product, with the query of the request. */
export const pageOf = (slug: string, url: string): string =>
  `${SHOP}p/${encodeURIComponent(slug)}${queryIn(url)}`;

export const queryIn = (url: string): string =>
  url.includes('?') ? url.slice(url.indexOf('?')) : '';

/** The path as it was sent; a proxy may send the whole address. */
export const rawPath = (url: string): string =>
  url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '');

/**
 * The address that a form of filters without scripts means: its list of prices has one field for
 * both ends. Undefined if the field is not there.
 */
export function addressOfForm(url: string): string | undefined {
  const query = new URLSearchParams(queryIn(url));
  const range = query.get('price');
  if (range === null) return undefined;
  const [low = '', high = ''] = range.split(':');
  query.delete('price');
  for (const [name, value] of Object.entries({ price_min: low, price_max: high })) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  return shopWith(query);
}

/** The address of a search with other values of some of its terms. */
export function addressWith(terms: Readonly<Record<string, string>>, url: string): string {
  const query = new URLSearchParams(queryIn(url));
  for (const [name, value] of Object.entries(terms)) query.set(name, value);
  return shopWith(query);
}

const shopWith = (query: URLSearchParams): string => (query.size === 0 ? SHOP : `${SHOP}?${query}`);

/** Filters such as a price that is no amount, or the cursor of another search. */
export class UnfitTerms extends Error {
  constructor(private readonly terms: readonly string[]) {
    super(`these search terms are not valid: ${terms.join(', ')}`);
  }

  /** The page without them, so that a browser without scripts shows products and not an error. */
  addressWithout(url: string): string {
    const query = new URLSearchParams(queryIn(url));
    for (const term of this.terms) query.delete(term);
    return shopWith(query);
  }
}

/** The terms of a search that the failure names; undefined if it names none. */
export function unfitTerms(plan: PageRequest['plan'], { extra }: Failure): UnfitTerms | undefined {
  const refused = new Set(Object.keys(extra.fields ?? {}));
  const terms = Object.entries(plan.kind === 'catalogue' ? plan.terms : {});
  const unfit = terms.filter(([name, text]) => text !== '' && refused.has(name));
  return unfit.length === 0 ? undefined : new UnfitTerms(unfit.map(([name]) => name));
}
