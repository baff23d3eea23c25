import { useSyncExternalStore } from 'react';
import { useApi } from '../../shared/api/index.js';

const listeners = new Set<() => void>();

let hasEnded = false;

/** Somebody came or left. */
export function loginChanged(): void {
  hasEnded = false;
  tell();
}

/** The login is over although nobody left. */
export function loginEnded(): void {
  hasEnded = true;
  tell();
}

function tell(): void {
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

/** Whether the last login ended by itself. */
export const useHasEnded = (): boolean => useSyncExternalStore(subscribe, () => hasEnded);

export function useLogOut(): () => Promise<void> {
  const api = useApi();
  return async () => {
    // Out on this device whatever the service says; its side of the login ends by itself.
    await api.POST('/auth/logout/').catch(() => undefined);
    api.tokens.set(undefined);
    loginChanged();
  };
}
