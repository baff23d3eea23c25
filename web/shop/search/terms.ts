import {
  type SearchTerms,
  searchTerms,
} from '../../../src/domains/storefront/pages/search-terms.js';

export type { SearchTerms };

export const termsOf = (params: URLSearchParams): SearchTerms =>
  searchTerms(name => params.get(name));
