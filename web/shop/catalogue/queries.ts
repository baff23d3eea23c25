import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answer, page } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { useShop } from '../session/store.js';

/** Divisible by 2, 3 and 4, so that rows are full at every width. */
const PAGE = 24;

export function useCategories() {
  const api = useApi();
  const { store } = useShop();
  return useQuery({
    queryKey: ['categories', store.id],
    queryFn: () =>
      answer(api.GET('/web-commerce/categories/', { params: { query: { store_id: store.id } } })),
    staleTime: 60_000,
  });
}

export type Search = { q: string; category: string };

export function useProducts({ q, category }: Search) {
  const api = useApi();
  const { store } = useShop();
  return useInfiniteQuery({
    queryKey: ['products', store.id, q, category],
    queryFn: ({ pageParam: cursor }) => {
      const query = {
        store_id: store.id,
        limit: PAGE,
        q: q || undefined,
        category: category || undefined,
        cursor,
      };
      return page(api.GET('/web-commerce/products/', { params: { query } }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function useProduct(slug: string) {
  const api = useApi();
  const { store } = useShop();
  return useQuery({
    queryKey: ['product', store.id, slug],
    queryFn: () =>
      answer(
        api.GET('/web-commerce/products/{slug}/', {
          params: { path: { slug }, query: { store_id: store.id } },
        }),
      ),
  });
}
