import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi, useOnline } from '../../shared/api/index.js';
import { dropOutdated } from './held-sales.js';
import { parked } from './sale.js';

export const HELD_SALES = ['held-sales'];

/** Held sales of all tills of the store. */
export function useHeldSales() {
  const api = useApi();
  const enabled = useOnline();
  return useQuery({
    queryKey: HELD_SALES,
    enabled,
    refetchInterval: 30_000,
    queryFn: async () => {
      const kept = parked.get();
      const found = await answer(api.GET('/pos/held-sales/'));
      dropOutdated(kept, found);
      return found;
    },
  });
}
