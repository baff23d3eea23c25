import { useQuery } from '@tanstack/react-query';
import { all, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import type { Category } from '../../types.js';
import { pathsOf } from '../categories/paths.js';

export type Choice = { value: string; label: string };

/** "Kitchen / Mugs", sorted by that path. */
const categoryChoices = (categories: readonly Category[]): Choice[] =>
  [...pathsOf(categories)]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));

export const choiceOf = ({ id, name }: { id: string; name: string }): Choice => ({
  value: id,
  label: name,
});

const loadLookups = async (api: Tillhouse) => {
  const [categories, brands, collections, lists] = await Promise.all([
    all(cursor => api.GET('/categories/', { params: { query: { cursor, limit: 200 } } })),
    all(cursor => api.GET('/brands/', { params: { query: { cursor, limit: 200 } } })),
    all(cursor => api.GET('/collections/', { params: { query: { cursor, limit: 200 } } })),
    all(cursor => api.GET('/price-lists/', { params: { query: { cursor, limit: 200 } } })),
  ]);
  return {
    categories: categoryChoices(categories),
    brands: brands.map(choiceOf),
    collections: collections.filter(one => !one.is_automatic).map(choiceOf),
    automatic: collections.filter(one => one.is_automatic).map(choiceOf),
    lists,
  };
};

/** What the form and the filters offer to choose from. */
export function useLookups() {
  const api = useApi();
  return useQuery({ queryKey: ['product-lookups'], queryFn: () => loadLookups(api) });
}
