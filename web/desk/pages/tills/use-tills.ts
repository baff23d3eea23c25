import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { useShownStores } from '../../parts/choose-store.js';
import { POLL_MS } from '../../state/live.js';

/** Tills of the selected store, or of all stores if they are few. Polled, because sign-ins have no live event. */
export function useTills() {
  const api = useApi();
  const shown = useShownStores() ?? [];
  return useQuery({
    queryKey: ['tills', shown.map(({ code }) => code)],
    queryFn: async () => {
      const lists = await Promise.all(
        shown.map(({ code }) =>
          answer(api.GET('/stores/{store}/terminals/', { params: { path: { store: code } } })),
        ),
      );
      return lists.flat();
    },
    refetchInterval: POLL_MS,
  });
}
