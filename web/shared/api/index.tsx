import { QueryClient } from '@tanstack/react-query';
import {
  ApiError,
  createTillhouse,
  type DeviceKeeper,
  keepIn,
  type Tillhouse,
  Unreachable,
} from '@tillhouse/client';
import { connection } from './connection.js';

export { useOnline } from './connection.js';
export { useApi } from './context.js';
export { useLive } from './use-live.js';

/** Errors that a retry can fix: no connection, or a server error. */
const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && error.status >= 500);

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        refetchOnWindowFocus: true,
        // `navigator.onLine` is not reliable: a till can reach a local server without internet.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export type ScreenApiOptions = {
  /** Each screen stores its own login. */
  screen: 'register' | 'desk' | 'shop' | 'display';
  onSignedOut?: () => void;
  cartToken?: () => string | undefined;
  timeoutMs?: number;
};

const DEVICE = 'tillhouse.device';

/** Register and desk in one browser are one device. */
const keptDevice: DeviceKeeper = {
  get: () => localStorage.getItem(DEVICE) ?? undefined,
  set: token => localStorage.setItem(DEVICE, token),
};

export function createScreenApi(options: ScreenApiOptions): Tillhouse {
  return createTillhouse({
    tokens: keepIn(localStorage, `tillhouse.${options.screen}.login`),
    // Only the shop uses the session cookie; staff logins use tokens.
    credentials: options.screen === 'shop' ? 'same-origin' : 'omit',
    // The shop has the device's cookie; the other screens omit cookies.
    device: options.screen === 'shop' ? undefined : keptDevice,
    language: () => document.documentElement.lang || 'en',
    cartToken: options.cartToken,
    timeoutMs: options.timeoutMs,
    onSignedOut: options.onSignedOut,
    onReach: connection.report,
  });
}
