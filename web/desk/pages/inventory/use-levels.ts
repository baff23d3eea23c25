import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import { usePolling } from '../../state/live.js';

/** Maximum number of rows shown; the search finds the others. */
export const SHOWN = 200;
const PAGE = 200;
const MAX_PAGES = 10;

/** Loads up to 2000 levels; beyond that, an exact SKU is looked up separately. */
export function useLevels(isLow: boolean, wanted: string, place?: string) {
  const api = useApi();
  const { store } = useDesk();
  const polling = usePolling();
  const code = place ?? store?.code;
  const base = { store: code, low_stock: isLow || undefined, is_active: true };
  const many = useQuery({
    queryKey: ['levels', code, isLow],
    queryFn: () =>
      all(
        cursor =>
          api.GET('/inventory-levels/', { params: { query: { ...base, cursor, limit: PAGE } } }),
        MAX_PAGES,
      ),
    refetchInterval: polling,
  });
  const sku = wanted.trim();
  const isPart = many.data?.length === PAGE * MAX_PAGES;
  const exact = useQuery({
    queryKey: ['levels', code, isLow, sku],
    queryFn: () => answer(api.GET('/inventory-levels/', { params: { query: { ...base, sku } } })),
    enabled: isPart && sku !== '' && !many.data?.some(level => level.sku === sku),
  });
  const data = many.data && [...(exact.data ?? []), ...many.data];
  return { data, error: many.error, isPending: many.isPending, refetch: many.refetch };
}

/** Whether the text contains every word, in any order. */
export function matches(text: string, wanted: string): boolean {
  const words = wanted.trim().toLowerCase().split(/\s+/);
  return words.every(word => text.toLowerCase().includes(word));
}
