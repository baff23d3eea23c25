import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { useApi, useOnline } from '../../../shared/api/index.js';
import { paperQuery, type WhichPaper } from '../../../shared/which-paper.js';
import { place } from '../session.js';
import { stored } from '../stored.js';
import { isWired, type TillDevice, usePaired, type WiredDevice } from './paired.js';

const CHECK_MS = 30_000;

/** The devices of this till, with the state of each printer. */
export const TILL_DEVICES = ['till-devices'];

type Kept = { terminal: string; devices: TillDevice[] };

/** The last known devices, so that the drawer opens without a connection. */
const kept = stored<Kept | null>('till-devices', null);

export function useTillDevices(): UseQueryResult<TillDevice[]> {
  const api = useApi();
  const online = useOnline();
  const { terminal } = place.use();
  return useQuery({
    queryKey: [...TILL_DEVICES, terminal],
    // A printer may run out of paper while this till prints nothing.
    refetchInterval: online ? CHECK_MS : false,
    queryFn: async () => {
      const path = { terminal_id: terminal };
      const devices = await answer(
        api.GET('/terminals/{terminal_id}/devices/', { params: { path } }),
      );
      kept.set({ terminal, devices });
      return devices;
    },
    placeholderData: () => (kept.get()?.terminal === terminal ? kept.get()?.devices : undefined),
  });
}

/** The devices of this terminal, as the service has them or as last known. */
function useKnownDevices(): TillDevice[] {
  const { terminal } = place.use();
  const last = kept.get();
  const { data = last?.terminal === terminal ? last.devices : [] } = useTillDevices();
  return data;
}

/** The first device of a kind that is plugged into this tablet. */
export function useWired(kind: 'printer' | 'scale' | 'customer_display'): WiredDevice | undefined {
  const known = usePaired();
  return useKnownDevices()
    .filter(isWired)
    .find(device => device.is_active && device.kind === kind && known[device.id] !== undefined);
}

/** The printer with the till's drawer, if this tablet drives it. */
export function useDrawerPrinter(): WiredDevice | undefined {
  const printer = useWired('printer');
  const hasDrawer = useKnownDevices().some(one => one.kind === 'drawer' && one.is_active);
  return hasDrawer ? printer : undefined;
}

/**
 * Whether the service opens the drawer by a network printer. A drawer at a till with a printer on a
 * cable is plugged into that one.
 */
export function useHasNetworkDrawer(): boolean {
  const active = useKnownDevices().filter(one => one.is_active);
  const printers = active.filter(({ kind }) => kind === 'printer');
  return (
    active.some(({ kind }) => kind === 'drawer') &&
    !printers.some(isWired) &&
    printers.some(({ connection, purpose }) => connection === 'network' && purpose === 'receipt')
  );
}

type PaperWidth = TillDevice['paper_width'];

/** The bytes of a paper of a sale for a printer. */
export async function receiptBytes(
  api: Tillhouse,
  { number, ...which }: WhichPaper,
  width: PaperWidth,
): Promise<Uint8Array> {
  const bytes: unknown = await answer(
    api.GET('/transactions/{transactionId}/receipt/', {
      params: {
        path: { transactionId: number },
        query: { format: 'escpos', width, ...paperQuery(which) },
      },
      parseAs: 'arrayBuffer',
    }),
  );
  return new Uint8Array(bytes as ArrayBuffer);
}

/** The bytes of an X or Z report for a printer. */
export async function reportBytes(
  api: Tillhouse,
  shift: string,
  report: 'x' | 'z',
  width: PaperWidth,
): Promise<Uint8Array> {
  const bytes: unknown = await answer(
    api.GET('/cash-management/shifts/{id}/paper/', {
      params: { path: { id: shift }, query: { report, format: 'escpos', width } },
      parseAs: 'arrayBuffer',
    }),
  );
  return new Uint8Array(bytes as ArrayBuffer);
}
