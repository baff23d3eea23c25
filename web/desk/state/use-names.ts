import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';

const MAX_PAGES = 10;

type Named = { variant_id: string; name: string };

/** Adds the product's name to a level, which only has the variant's name ("Size L"). */
export function useItemName(): (item: Named) => string {
  const api = useApi();
  const names = useQuery({
    queryKey: ['names'],
    queryFn: async () => {
      const products = await all(
        cursor => api.GET('/products/', { params: { query: { cursor, limit: 200 } } }),
        MAX_PAGES,
      );
      return new Map(
        products.flatMap(product => product.variants.map(({ id }) => [id, product.name] as const)),
      );
    },
    staleTime: 600_000,
  });
  return ({ variant_id: id, name }) => {
    const product = names.data?.get(id);
    return product === undefined || product === name ? name : `${product}, ${name}`;
  };
}
