import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { useShownStores } from '../../parts/choose-store.js';
import { POLL_MS } from '../../state/live.js';
import type { PairedDevice, Store } from '../../types.js';

export type DeviceRow = PairedDevice & { store: Store };

/** The devices that are paired with tills of the selected store, or of all stores if they are few. */
export function usePairedDevices() {
  const api = useApi();
  const shown = useShownStores() ?? [];
  return useQuery({
    queryKey: ['paired-devices', shown.map(({ code }) => code)],
    queryFn: async () => {
      const lists = await Promise.all(
        shown.map(async one => {
          const params = { path: { store: one.code } };
          const devices = await answer(api.GET('/stores/{store}/paired-devices/', { params }));
          return devices.map((device): DeviceRow => ({ ...device, store: one }));
        }),
      );
      return lists.flat();
    },
    refetchInterval: POLL_MS,
  });
}
