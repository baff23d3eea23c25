import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import type { Country } from './draft.js';

/** The countries for which the service suggests currency, time zone, language and taxes. */
export function useKnownCountries(): UseQueryResult<Country[]> {
  const api = useApi();
  return useQuery({
    queryKey: ['countries'],
    queryFn: () => answer(api.GET('/setup/countries/')),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
