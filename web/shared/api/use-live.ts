import { type LiveEvent, type LiveState, openLive } from '@tillhouse/client';
import { useEffect, useRef, useState } from 'react';
import { useApi } from './context.js';

export type LiveHandlers = {
  onEvent?: (event: LiveEvent) => void;
  /** Events may have been missed: reload the data on screen. */
  onReset?: () => void;
  /** Open again after a lost connection: `onCatalogue` may have been missed, events follow. */
  onResume?: () => void;
  /** Articles, prices, promotions or rates have changed. */
  onCatalogue?: () => void;
};

/** Opens a socket while the component is mounted; no path, no socket. */
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
      onResume: () => latest.current.onResume?.(),
      onCatalogue: () => latest.current.onCatalogue?.(),
      onState: setState,
      // Any authenticated call refreshes an expired token; this is the cheapest.
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
