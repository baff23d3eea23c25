import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useSearchParams } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { searchKey } from '../catalogue/keys.js';
import { useMaybeShop, useShop } from '../session/store.js';
import type { SearchQuery } from '../types.js';
import { type SearchTerms, termsOf } from './terms.js';

/** Divisible by 2, 3 and 4, so that rows are full at every width. */
const PAGE = 24;
/** Below the sections of a home page, which show products already; the service draws as many. */
const PAGE_OF_HOME = 12;

export type ChangeSearch = (change: Partial<SearchTerms>) => void;

/** Words, filters and page of the search are in the URL, so that back and links work. */
export function useSearchTerms(): [SearchTerms, ChangeSearch] {
  const [params, setParams] = useSearchParams();
  const terms = termsOf(params);
  const change: ChangeSearch = next =>
    setParams(previous => {
      const wanted = new URLSearchParams(previous);
      // Another filter has other pages.
      for (const [name, value] of Object.entries({ cursor: '', ...next })) {
        if (value === '') wanted.delete(name);
        else wanted.set(name, value);
      }
      return wanted;
    });
  return [terms, change];
}

/** `hasSections` is undefined until the home page is known. */
export function useSearchResults(terms: SearchTerms, hasSections: boolean | undefined) {
  const api = useApi();
  const { store } = useShop();
  return useQuery({
    queryKey: searchKey(store.id, terms, hasSections === true),
    enabled: hasSections !== undefined,
    queryFn: () => {
      const given = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== ''));
      const query = {
        ...given,
        ...(terms.in_stock !== '' && { in_stock: true }),
        store_id: store.id,
        limit: hasSections ? PAGE_OF_HOME : PAGE,
      } as SearchQuery;
      return answer(api.GET('/web-commerce/search/', { params: { query } }));
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

const LEAST_LETTERS = 2;

/** What the shopper may mean who has typed this far. */
export function useSuggestions(text: string) {
  const api = useApi();
  const storeId = useMaybeShop()?.store.id;
  return useQuery({
    queryKey: ['suggest', storeId, text],
    queryFn: () =>
      answer(
        api.GET('/web-commerce/suggest/', { params: { query: { q: text, store_id: storeId } } }),
      ),
    enabled: text.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
