import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, type LiveEvent } from '@tillhouse/client';
import { useRef } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { usePolling, useStoreEvents } from '../../state/live.js';
import type { RecentSale, SaleStatus, Store } from '../../types.js';

const LOADED = 20;
const MAX_EVENTS = 200;

/**
 * The newest sales of a store. Loads them once and then applies live events. An event carries the
 * sale's current status, so applying it twice changes nothing.
 */
export function useRecentSales(store: Store) {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ['recent-sales', store.id];
  const recentEvents = useRef<LiveEvent[]>([]);
  useStoreEvents(event => {
    if (event.store_id !== store.id || !event.event.startsWith('transaction.')) return;
    recentEvents.current = [...recentEvents.current.slice(-MAX_EVENTS), event];
    queries.setQueryData<RecentSale[]>(queryKey, sales => sales && withEvent(sales, event));
  });
  return useQuery({
    queryKey,
    queryFn: async (): Promise<RecentSale[]> => {
      const earlier = new Set(recentEvents.current);
      const query = { store: store.code, ordering: '-created_at', limit: LOADED } as const;
      const sales = await answer(api.GET('/transactions/', { params: { query } }));
      // Events received while loading may be missing in the response.
      return recentEvents.current.filter(event => !earlier.has(event)).reduce(withEvent, sales);
    },
    staleTime: 300_000,
    refetchInterval: usePolling(),
  });
}

function withEvent(sales: RecentSale[], { data, occurred_at, store_id }: LiveEvent): RecentSale[] {
  const id = String(data.transaction_id);
  const known = sales.find(sale => sale.transactionId === id);
  // An older sale that changes does not become a recent one.
  if (known === undefined && data.status !== 'pending') return sales;
  const sale: RecentSale = {
    transactionId: id,
    created_at: known?.created_at ?? occurred_at,
    store: store_id,
    status: data.status as SaleStatus,
    totalAmount: String(data.total_amount ?? known?.totalAmount ?? '0.00'),
  };
  if (known === undefined) return [sale, ...sales];
  return sales.map(one => (one === known ? sale : one));
}
