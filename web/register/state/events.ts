import type { LiveEvent } from '@tillhouse/client';
import { useEffect, useRef } from 'react';

const listeners = new Set<(event: LiveEvent) => void>();

/** Passes an event from the till's socket to every subscribed component. */
export const publishEvent = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event);
};

export function useTillEvents(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    const listener = (event: LiveEvent): void => latest.current(event);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
