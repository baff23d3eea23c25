import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { usePolling } from '../../state/live.js';
import type { Store } from '../../types.js';

type Figures = { sales: number; gross: string; refunds: number; refunded: string; net: string };

export type StoreDay = Figures & {
  date: string;
  time_zone: string;
  currency: string;
  average_basket: string;
  hours: { hour: number; sales: number; gross: string }[];
  top_products: { product_id: number; name: string; units: number; revenue: string }[];
  by_currency: (Figures & { currency: string })[];
};

/** Takes the same parameter as the reports. */
const PATH = '/analytics/store-day/' as '/analytics/commerce/overview/';

/** The store's today by its own clock. Events of the store reload it. */
export function useStoreDay(store: Store) {
  const api = useApi();
  return useQuery({
    queryKey: ['store-day', store.code],
    queryFn: () =>
      answer(
        api.GET(PATH, { params: { query: { store: store.code } } }),
      ) as unknown as Promise<StoreDay>,
    refetchInterval: usePolling(),
  });
}
