import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { usePolling } from '../../state/live.js';
import type { GetResponse, Store } from '../../types.js';

export type StoreDay = GetResponse<'/analytics/store-day/'>;

/** The store's today by its own clock. Events of the store reload it. */
export function useStoreDay(store: Store) {
  const api = useApi();
  return useQuery({
    queryKey: ['store-day', store.code],
    queryFn: () =>
      answer(api.GET('/analytics/store-day/', { params: { query: { store: store.code } } })),
    refetchInterval: usePolling(),
  });
}
