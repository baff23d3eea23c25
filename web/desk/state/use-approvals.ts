import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { Approval } from '../types.js';
import { useDesk } from './desk.js';
import { usePolling } from './live.js';

const HISTORY = 30;

/** Requests of the selected store; the API returns those of all stores. */
function useApprovals(status: 'pending' | undefined) {
  const api = useApi();
  const { store, may } = useDesk();
  const polling = usePolling();
  return useQuery({
    queryKey: ['approvals', status ?? 'all'],
    queryFn: () =>
      answer(
        api.GET('/pos/approvals/', {
          params: { query: { status, limit: status === 'pending' ? 100 : HISTORY } },
        }),
      ),
    enabled: may('approval.decide'),
    refetchInterval: polling,
    select: (list: Approval[]) =>
      store === undefined ? list : list.filter(one => one.store_id === store.id),
  });
}

export const usePendingApprovals = () => useApprovals('pending');
export const useRecentApprovals = () => useApprovals(undefined);
