import { useSyncExternalStore } from 'react';
import { useApi } from '../../shared/api/index.js';

const listeners = new Set<() => void>();

/** Somebody came, left, or their login ended. */
export function loginChanged(): void {
  for (const listener of listeners) listener();
}

// Leaving in one window leaves in all of them.
globalThis.addEventListener('storage', loginChanged);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useIsLoggedIn(): boolean {
  const api = useApi();
  return useSyncExternalStore(subscribe, () => api.tokens.get() !== undefined);
}

export function useLogOut(): () => Promise<void> {
  const api = useApi();
  return async () => {
    // Out on this device whatever the service says; its side of the login ends by itself.
    await api.POST('/auth/logout/').catch(() => undefined);
    api.tokens.set(undefined);
    loginChanged();
  };
}
