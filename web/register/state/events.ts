import type { LiveEvent } from '@tillhouse/client';
import { useEffect, useRef, useSyncExternalStore } from 'react';

const listeners = new Set<(event: LiveEvent) => void>();

/** Passes an event from the till's socket to every subscribed component. */
export const publishEvent = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event);
};

/** How often the socket was open again after a lost connection. */
let resumptions = 0;
const resumptionListeners = new Set<() => void>();

export const noteResumed = (): void => {
  resumptions += 1;
  for (const listener of resumptionListeners) listener();
};

const onResumed = (listener: () => void): (() => void) => {
  resumptionListeners.add(listener);
  return () => void resumptionListeners.delete(listener);
};

/** Changes when the socket is open again after a lost connection. */
export const useResumptions = (): number => useSyncExternalStore(onResumed, () => resumptions);

export function useTillEvents(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    const listener = (event: LiveEvent): void => latest.current(event);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
