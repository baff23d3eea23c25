import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi, useOnline } from './api/index.js';
import type { ItemOf } from './api/responses.js';

export type GivenUpPaper = ItemOf<'/print-jobs/'>;

export const GIVEN_UP = ['given-up-papers'];
const CHECK_MS = 30_000;

/** Papers of the caller's stores, or of one of them, that no attempt has printed. */
export function useGivenUp(store?: string): UseQueryResult<GivenUpPaper[]> {
  const api = useApi();
  const enabled = useOnline();
  return useQuery({
    queryKey: [...GIVEN_UP, store ?? ''],
    enabled,
    refetchInterval: CHECK_MS,
    queryFn: () =>
      answer(api.GET('/print-jobs/', { params: { query: store === undefined ? {} : { store } } })),
  });
}
