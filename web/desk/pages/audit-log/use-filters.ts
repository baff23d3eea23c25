import { useUrlFilters } from '../../state/use-url-filters.js';

const FILTERS = ['q', 'record', 'actor', 'action', 'store', 'from', 'to'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The filters of the log, which are kept in the URL. */
export function useFilters() {
  const { values: filters, set } = useUrlFilters(FILTERS);
  return { filters, set };
}
