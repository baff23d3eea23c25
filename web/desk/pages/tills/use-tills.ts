import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import { POLL_MS } from '../../state/live.js';

/** The tills of the chosen store, or of all; nobody announces a login, so they are asked for. */
export function useTills() {
  const api = useApi();
  const { store, stores } = useDesk();
  const shown = store === undefined ? stores : [store];
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
