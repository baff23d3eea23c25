import { useQueries, useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import type { Supplier, SupplierArticle } from '../../types.js';

/** What is read about suppliers; a form that depends on it is not saved before. */
type Reading = { isRead: boolean; error: unknown; retry: () => void };

/** The suppliers that get orders. */
export function useSuppliers(): Reading & { suppliers: readonly Supplier[] } {
  const api = useApi();
  const known = useQuery({
    queryKey: ['suppliers', 'choices'],
    queryFn: () => all(cursor => api.GET('/suppliers/', { params: { query: { cursor } } })),
  });
  return {
    suppliers: known.data ?? [],
    isRead: known.data !== undefined,
    error: known.data === undefined ? known.error : null,
    retry: () => void known.refetch(),
  };
}

/** Names are unique, whatever their case. */
export const supplierNamed = (suppliers: readonly Supplier[], name: string): Supplier | undefined =>
  suppliers.find(one => !one.is_archived && one.name.toLowerCase() === name.trim().toLowerCase());

type Article = Reading & {
  /** Undefined if the supplier has none, or it is not read yet. */
  article: SupplierArticle | undefined;
};

/** What a supplier says about these variants, in their order. */
export function useArticles(
  supplier: Supplier | undefined,
  variantIds: readonly string[],
): Article[] {
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
  return queries.map(({ data, error, refetch }) => ({
    article: supplier === undefined ? undefined : (data ?? undefined),
    isRead: supplier === undefined || data !== undefined,
    error: supplier === undefined || data !== undefined ? null : error,
    retry: () => void refetch(),
  }));
}
