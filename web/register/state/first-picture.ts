import { useSyncExternalStore } from 'react';

let isDrawn = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The tiles or the login page are on the screen, or there is nothing to draw without the service. */
export function noteFirstPicture(): void {
  if (isDrawn) return;
  isDrawn = true;
  for (const listener of listeners) listener();
}

/**
 * A till starts from its own copy. Requests and the socket wait for its first picture: on a small
 * device they would take processor time from it.
 */
export const firstPicture = new Promise<void>(resolve => subscribe(resolve));

export const useFirstPicture = (): boolean => useSyncExternalStore(subscribe, () => isDrawn);
