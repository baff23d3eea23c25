import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answer, newKey, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { GetResponse } from '../../shared/api/responses.js';
import { withPairing } from './pairing-cookie.js';
import { stored } from './stored.js';

export type Pairing = GetResponse<'/pos/auth/pairing/'>;
type PairedTill = NonNullable<Pairing['paired']>;

/** Whether the store requires paired devices, and what this device is paired with. */
export function usePairing(store: string): UseQueryResult<Pairing> {
  const api = useApi();
  return useQuery({
    queryKey: ['pairing', store],
    queryFn: () => {
      const params = { query: { store_id: store } };
      return answer(api.GET('/pos/auth/pairing/', { params, ...withPairing }));
    },
    enabled: store !== '',
  });
}

/** A till that is switched off needs a manager, not another code. */
export const needsPairing = (pairing: Pairing | undefined, store: string): boolean =>
  pairing?.required === true && pairing.paired?.store.code !== store;

/** Kept until an answer came: after a lost one the same code works again with the same attempt. */
const attempt = stored<{ code: string; key: string } | null>('pairing', null);

const LINK = /^#pair=([A-Za-z0-9-]{1,20})$/;

/** The code of a scanned QR code, which opens this page with it; undefined without one. */
export const codeOfLink = (): string | undefined => LINK.exec(location.hash)?.[1]?.toUpperCase();

/** The code works once, so it does not stay in the address. */
export const forgetLink = (): void =>
  history.replaceState(null, '', location.pathname + location.search);

export async function pairDevice(
  api: Tillhouse,
  form: { code: string; store?: string },
): Promise<PairedTill> {
  const kept = attempt.get();
  const key = kept?.code === form.code ? kept.key : newKey();
  attempt.set({ code: form.code, key });
  const body = { code: form.code, attempt: key, store_id: form.store };
  const { paired } = await answer(api.POST('/pos/auth/pairing/', { body, ...withPairing }));
  attempt.set(null);
  return paired;
}
