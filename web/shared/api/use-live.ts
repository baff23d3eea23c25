import { type LiveEvent, type LiveState, openLive } from '@tillhouse/client';
import { useEffect, useRef, useState } from 'react';
import { useApi } from './context.js';

export type LiveHandlers = {
  onEvent?: (event: LiveEvent) => void;
  /** Events may have been missed: load what is on screen anew. */
  onReset?: () => void;
};

/** Listens while the component is there; without a path it listens to nothing. */
export function useLive(path: string | undefined, handlers: LiveHandlers): LiveState {
  const api = useApi();
  const [state, setState] = useState<LiveState>('connecting');
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (path === undefined) return undefined;
    const live = openLive({
      path,
      token: () => api.tokens.get()?.access,
      onEvent: event => latest.current.onEvent?.(event),
      onReset: () => latest.current.onReset?.(),
      onState: setState,
      // Any call refreshes a login that is over; this is the cheapest one.
      renew: async () => {
        if (api.tokens.get()?.refresh === undefined) return false;
        await api.GET('/auth/me/');
        return true;
      },
    });
    return () => live.close();
  }, [api, path]);
  return state;
}
