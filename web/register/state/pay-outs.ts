import { useQuery } from '@tanstack/react-query';
import { useApi, useOnline } from '../../shared/api/index.js';
import { listPayOuts } from './calls.js';

export const PAY_OUTS = ['pay-outs'];

/** Cash refunds of the store that wait to be paid out at a till. */
export function usePayOuts() {
  const api = useApi();
  const enabled = useOnline();
  return useQuery({
    queryKey: PAY_OUTS,
    enabled,
    refetchInterval: 30_000,
    queryFn: () => listPayOuts(api),
  });
}
