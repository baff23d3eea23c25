import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { DrawnIn } from '../shared/i18n/index.js';
import { cartKey } from './cart/cart-key.js';
import {
  categoriesKey,
  homeKey,
  neighboursKey,
  productKey,
  reviewsKey,
  searchKey,
  stocksKey,
} from './catalogue/keys.js';
import { themeKey } from './layout/theme-key.js';
import { type LegalText, legalKey } from './legal/keys.js';
import type { SearchTerms } from './search/terms.js';
import { SESSION_KEY, STORES_KEY } from './session/keys.js';
import type {
  Cart,
  Category,
  Home,
  Product,
  Review,
  SearchAnswer,
  Session,
  ShopTheme,
  Store,
  StoreStocks,
} from './types.js';

/** What the service puts into a page: how it was drawn, and the answers that it shows. */
export type ShopState = DrawnIn & {
  storeId: string | null;
  /** Whether the footer says that nobody is charged. */
  isDemo: boolean;
  data: {
    stores?: Store[];
    categories?: Category[];
    search?: { terms: SearchTerms; answer: SearchAnswer };
    product?: Product;
    neighbours?: Product[];
    stocks?: StoreStocks;
    reviews?: { items: Review[]; next?: string };
    missingSlug?: string;
    session?: Session;
    cart?: Cart | null;
    legal?: LegalText;
    theme?: ShopTheme;
    home?: Home;
  };
};

/** Undefined where the service did not make the page, such as under the development server. */
export function readState(): ShopState | undefined {
  const text = document.getElementById('shop-state')?.textContent;
  return text ? (JSON.parse(text) as ShopState) : undefined;
}

/** The store of the page, until the session or the visitor names another one. */
export const GivenStore = createContext<string | null>(null);

/** Whether no real card can be charged. */
export const DemoShop = createContext(false);

/** The same answers for the drawing and for the scripts that take the page over. */
export function seedQueries(queries: QueryClient, state: ShopState): void {
  const { storeId, language, data } = state;
  const { stores, product, search } = data;
  // A shop with many stores sends only one of them, so the list is loaded later.
  if (stores !== undefined) {
    const updatedAt = stores.length === 1 ? 0 : undefined;
    queries.setQueryData(STORES_KEY, stores, { updatedAt });
  }
  if (data.session !== undefined) {
    queries.setQueryData(SESSION_KEY, data.session, { updatedAt: 0 });
    queries.setQueryData(cartKey(data.session.cart_id), data.cart ?? null);
  }
  if (storeId === null) return;
  if (data.theme !== undefined) queries.setQueryData(themeKey(storeId), data.theme);
  if (data.home !== undefined) queries.setQueryData(homeKey(storeId, language), data.home);
  if (data.categories !== undefined) queries.setQueryData(categoriesKey(storeId), data.categories);
  if (search !== undefined) {
    const hasSections = (data.home?.sections.length ?? 0) > 0;
    queries.setQueryData(searchKey(storeId, search.terms, hasSections), search.answer);
  }
  if (data.legal !== undefined) queries.setQueryData(legalKey(storeId, data.legal), data.legal);
  if (data.missingSlug !== undefined) {
    queries.setQueryData(productKey(storeId, data.missingSlug), null);
  }
  if (product === undefined) return;
  queries.setQueryData(productKey(storeId, product.slug), product);
  if (product.category !== null && data.neighbours !== undefined) {
    const key = neighboursKey(storeId, product.category.slug, product.slug);
    queries.setQueryData(key, data.neighbours);
  }
  if (data.stocks !== undefined) queries.setQueryData(stocksKey(product.slug), data.stocks);
  if (data.reviews !== undefined) {
    const pages = { pages: [data.reviews], pageParams: [undefined] };
    queries.setQueryData(reviewsKey(product.slug), pages);
  }
}
