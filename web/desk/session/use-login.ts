import { useSyncExternalStore } from 'react';
import { useApi } from '../../shared/api/index.js';

const listeners = new Set<() => void>();

let hasExpired = false;

/** Call after signing in or out. */
export function loginChanged(): void {
  hasExpired = false;
  notify();
}

/** Call when the session has expired. */
export function loginExpired(): void {
  hasExpired = true;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

// Signing out in one tab signs out all tabs.
globalThis.addEventListener('storage', loginChanged);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useIsLoggedIn(): boolean {
  const api = useApi();
  return useSyncExternalStore(subscribe, () => api.tokens.get() !== undefined);
}

/** Whether the last session expired. */
export const useHasExpired = (): boolean => useSyncExternalStore(subscribe, () => hasExpired);

export function useLogOut(): () => Promise<void> {
  const api = useApi();
  return async () => {
    // Signs out locally even if the call fails; the token expires on the server.
    await api.POST('/auth/logout/').catch(() => undefined);
    api.tokens.set(undefined);
    loginChanged();
  };
}
