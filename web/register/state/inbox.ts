import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';

export const INBOX = ['approvals', 'pending'];

/** Pending approval requests; disabled for users who may not approve. */
export function useInbox(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: INBOX,
    enabled,
    refetchInterval: 30_000,
    queryFn: () => answer(api.GET('/pos/approvals/', { params: { query: { status: 'pending' } } })),
  });
}
