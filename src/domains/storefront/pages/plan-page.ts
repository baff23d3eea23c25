import { isLegalKind, type LegalKind } from '../legal/rules.js';

/** The words and filters of a search, as they are in the address; empty: not given. */
export type SearchTerms = Record<(typeof TERMS)[number], string>;

/** What the address of a page asks for. */
export type PagePlan =
  | { kind: 'catalogue'; terms: SearchTerms }
  | { kind: 'product'; slug: string }
  | { kind: 'cart' }
  | { kind: 'legal'; text: LegalKind }
  /** Pages about a person or a purchase, which the browser draws. */
  | { kind: 'private' }
  | { kind: 'missing'; path: string };

export const TERMS = [
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

/** The longest that a term may be; the rest of a longer one is ignored. */
const MAX_LENGTH: Partial<Record<(typeof TERMS)[number], number>> = { q: 200, cursor: 500 };
const MAX_TERM_LENGTH = 100;

const PRIVATE = new Set([
  'account',
  'checkout',
  'checkout/express',
  'checkout/pay',
  'checkout/bank',
  'delete-account',
  'forgot-password',
  'login',
  'login-code',
  'order',
  'orders',
  'register',
  'reset-password',
  'thanks',
  'unsubscribe',
]);

/** `path` is the part after `/app/shop/`. */
export function planPage(path: string, query: Record<string, unknown>): PagePlan {
  const name = path.replace(/\/+$/, '');
  if (name === '') return { kind: 'catalogue', terms: termsOf(query) };
  if (name === 'cart') return { kind: 'cart' };
  const legal = /^legal\/([^/]+)$/.exec(name)?.[1];
  if (legal !== undefined && isLegalKind(legal)) return { kind: 'legal', text: legal };
  const slug = /^p\/([^/]+)$/.exec(name)?.[1];
  if (slug !== undefined) return { kind: 'product', slug };
  return PRIVATE.has(name) || /^(account|order|orders)\//.test(name)
    ? { kind: 'private' }
    : { kind: 'missing', path: name };
}

/**
 * The one spelling of the address, after `/app/shop/`. Undefined for pages of a person, which are
 * not drawn and share one plan.
 */
export function pathOf(plan: PagePlan): string | undefined {
  switch (plan.kind) {
    case 'catalogue':
      return '';
    case 'product':
      return `p/${encodeURIComponent(plan.slug)}`;
    case 'cart':
      return 'cart';
    case 'legal':
      return `legal/${plan.text}`;
    case 'private':
      return undefined;
    case 'missing':
      return plan.path.split('/').map(encodeURIComponent).join('/');
  }
}

const termsOf = (query: Record<string, unknown>): SearchTerms =>
  Object.fromEntries(
    TERMS.map(name => {
      const value = query[name];
      const text = typeof value === 'string' ? value : '';
      return [name, text.slice(0, MAX_LENGTH[name] ?? MAX_TERM_LENGTH)];
    }),
  ) as SearchTerms;

export const isHome = (terms: SearchTerms): boolean =>
  Object.values(terms).every(value => value === '');
