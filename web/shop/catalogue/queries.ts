import { useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import type { Product } from '../types.js';
import { categoriesKey, homeKey, neighboursKey, productKey } from './keys.js';

export function useCategories() {
  const api = useApi();
  const { store } = useShop();
  return useQuery({
    queryKey: categoriesKey(store.id),
    queryFn: () =>
      answer(api.GET('/web-commerce/categories/', { params: { query: { store_id: store.id } } })),
    staleTime: 60_000,
  });
}

/** Hero and sections of the home page. */
export function useHome(isShown: boolean) {
  const api = useApi();
  const { store } = useShop();
  const { language } = useI18n();
  return useQuery({
    queryKey: homeKey(store.id, language),
    queryFn: () => {
      const query = { store_id: store.id, language };
      return answer(api.GET('/web-commerce/home/', { params: { query } }));
    },
    enabled: isShown,
    staleTime: 30_000,
  });
}

/** Enough to find some that are in stock. */
const NEIGHBOURS = 12;

/** Products of a category that follow one of them, by name. */
export function useProductsAfter(category: string, after: string) {
  const api = useApi();
  const { store } = useShop();
  return useQuery({
    queryKey: neighboursKey(store.id, category, after),
    queryFn: () => {
      const query = { store_id: store.id, limit: NEIGHBOURS, category, after };
      return answer(api.GET('/web-commerce/products/', { params: { query } }));
    },
    staleTime: 30_000,
  });
}

/** A product at a store, by its slug. */
export const productQuery = (api: Tillhouse, storeId: string, slug: string) => ({
  queryKey: productKey(storeId, slug),
  // Null: the service has found no such product.
  queryFn: (): Promise<Product | null> =>
    answer(
      api.GET('/web-commerce/products/{slug}/', {
        params: { path: { slug }, query: { store_id: storeId } },
      }),
    ),
});

export function useProduct(slug: string) {
  const api = useApi();
  const { store } = useShop();
  return useQuery(productQuery(api, store.id, slug));
}
