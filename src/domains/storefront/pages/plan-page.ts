import { isLegalKind, type LegalKind } from '../legal/rules.js';
import { type SearchTerms, searchTerms } from './search-terms.js';

/** What the address of a page asks for. */
export type PagePlan =
  | { kind: 'catalogue'; terms: SearchTerms }
  | { kind: 'product'; slug: string }
  | { kind: 'cart' }
  /** Where the links of a cart reminder lead: restore the cart, or withdraw the consent. */
  | { kind: 'cart-link'; page: CartLinkPage }
  | { kind: 'legal'; text: LegalKind }
  /** Pages about a person or a purchase, which the browser draws. */
  | { kind: 'private' }
  | { kind: 'missing'; path: string };

const CART_LINK_PAGES = ['restore', 'stop-reminder'] as const;
type CartLinkPage = (typeof CART_LINK_PAGES)[number];

/** Pages of a single visitor; robots.txt excludes them too. */
export const PRIVATE_PAGES = new Set([
  'account',
  'checkout',
  'checkout/express',
  'checkout/pay',
  'checkout/bank',
  'continue',
  'delete-account',
  'forgot-password',
  'gift-card',
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
  const name = path.replace(/(?<!\/)\/+$/, '');
  if (name === '') return { kind: 'catalogue', terms: searchTerms(term => query[term]) };
  if (name === 'cart') return { kind: 'cart' };
  const linked = CART_LINK_PAGES.find(page => name === `cart/${page}`);
  if (linked !== undefined) return { kind: 'cart-link', page: linked };
  const legal = /^legal\/([^/]+)$/.exec(name)?.[1];
  if (legal !== undefined && isLegalKind(legal)) return { kind: 'legal', text: legal };
  const slug = /^p\/([^/]+)$/.exec(name)?.[1];
  if (slug !== undefined) return { kind: 'product', slug };
  return PRIVATE_PAGES.has(name) || /^(account|order|orders)\//.test(name)
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
    case 'cart-link':
      return `cart/${plan.page}`;
    case 'legal':
      return `legal/${plan.text}`;
    case 'private':
      return undefined;
    case 'missing':
      return plan.path.split('/').map(encodeURIComponent).join('/');
  }
}

export const isHome = (terms: SearchTerms): boolean =>
  Object.values(terms).every(value => value === '');
