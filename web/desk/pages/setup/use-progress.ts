import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import { type Progress, readProgress } from './calls.js';

const POLL_MS = 5_000;

/** The steps of the first run, for administrators. A device at a till may finish one of them. */
export function useProgress(): UseQueryResult<Progress> {
  const api = useApi();
  const { may } = useDesk();
  return useQuery({
    queryKey: ['setup'],
    queryFn: () => readProgress(api),
    enabled: may('store.manage'),
    refetchInterval: ({ state }) => (state.data?.is_complete === false ? POLL_MS : false),
  });
}
