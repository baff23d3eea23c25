import { useQueries, useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import type { Supplier, SupplierArticle } from '../../types.js';

/** The suppliers that get orders. */
export function useSuppliers(): readonly Supplier[] {
  const api = useApi();
  const known = useQuery({
    queryKey: ['suppliers', 'choices'],
    queryFn: () => all(cursor => api.GET('/suppliers/', { params: { query: { cursor } } })),
  });
  return known.data ?? [];
}

/** Names are unique, whatever their case. */
export const supplierNamed = (suppliers: readonly Supplier[], name: string): Supplier | undefined =>
  suppliers.find(one => !one.is_archived && one.name.toLowerCase() === name.trim().toLowerCase());

/** What a supplier says about these variants, in their order. */
export function useArticles(
  supplier: Supplier | undefined,
  variantIds: readonly string[],
): (SupplierArticle | undefined)[] {
  const api = useApi();
  const queries = useQueries({
    queries: variantIds.map(id => ({
      queryKey: ['supplier-articles', supplier?.id, id],
      queryFn: async () => {
        const query = { supplier: supplier?.id, variant_id: id, limit: 1 };
        const [article] = await answer(api.GET('/supplier-articles/', { params: { query } }));
        return article ?? null;
      },
      enabled: supplier !== undefined,
    })),
  });
  return queries.map(({ data }) => (supplier === undefined ? undefined : (data ?? undefined)));
}
