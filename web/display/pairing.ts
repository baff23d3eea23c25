import { useQuery } from '@tanstack/react-query';
import { ApiError, answer, type Tillhouse } from '@tillhouse/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../shared/api/index.js';

const ASK_MS = 2_000;
const RENEW_MS = 5 * 60_000;

/** Whether this display is paired; the client keeps the token itself. */
function createPairing() {
  const listeners = new Set<() => void>();
  let round = 0;
  const changed = (): void => {
    round += 1;
    for (const listener of listeners) listener();
  };
  return {
    /** A manager removed this display: it shows a new code. */
    forget: changed,
    remember: changed,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    round: () => round,
  };
}

export const pairing = createPairing();

export function useToken(): string | undefined {
  const api = useApi();
  useSyncExternalStore(pairing.subscribe, pairing.round);
  return api.tokens.get()?.access;
}

const readOwn = (api: Tillhouse, headers?: Record<string, string>) =>
  answer(api.GET('/pos/displays/own/', { ...(headers && { headers }) }));

/** The store, the till and what is promoted now. */
export function usePlaceOfDisplay(token: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['own', token],
    queryFn: () => readOwn(api),
    refetchInterval: RENEW_MS,
  });
}

/** A code for the till; it is replaced before it expires, and asked for until a till takes it. */
export function useCode(): { code: string | undefined; error: unknown } {
  const api = useApi();
  const waiting = useQuery({
    queryKey: ['code'],
    queryFn: () => answer(api.POST('/pos/displays/')),
    staleTime: Number.POSITIVE_INFINITY,
    // A display that was removed shows a new code.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: true,
  });
  const [error, setError] = useState<unknown>();
  const { token, expires_at: expiresAt } = waiting.data ?? {};
  const { refetch } = waiting;
  useEffect(() => {
    if (token === undefined || expiresAt === undefined) return undefined;
    const timer = setInterval(async () => {
      if (Date.parse(expiresAt) < Date.now()) {
        void refetch();
        return;
      }
      try {
        await readOwn(api, { Authorization: `Bearer ${token}` });
        api.tokens.set({ access: token });
        pairing.remember();
      } catch (problem) {
        const isWaiting = problem instanceof ApiError && problem.status === 401;
        setError(isWaiting ? undefined : problem);
      }
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [api, token, expiresAt, refetch]);
  return { code: waiting.data?.code, error: error ?? waiting.error };
}
