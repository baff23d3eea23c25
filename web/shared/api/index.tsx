import { QueryClient } from '@tanstack/react-query';
import { ApiError, createTillhouse, keepIn, type Tillhouse, Unreachable } from '@tillhouse/client';
import { reach } from './reach.js';

export { ApiProvider, useApi } from './context.js';
export { useOnline } from './reach.js';
export { useLive } from './use-live.js';

/** Statuses worth another try by themselves; a refusal stays a refusal. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && error.status >= 500);

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        refetchOnWindowFocus: true,
        // We find out ourselves: a till on a shop's network may reach the service without internet.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export type ScreenApiOptions = {
  /** Where the login is kept; screens do not share theirs. */
  screen: 'register' | 'desk' | 'shop';
  onSignedOut?: () => void;
  cartToken?: () => string | undefined;
  timeoutMs?: number;
};

export function createScreenApi(options: ScreenApiOptions): Tillhouse {
  return createTillhouse({
    tokens: keepIn(localStorage, `tillhouse.${options.screen}.login`),
    // Only shoppers live by the cookie; a manager's login must not become one.
    credentials: options.screen === 'shop' ? 'same-origin' : 'omit',
    cartToken: options.cartToken,
    timeoutMs: options.timeoutMs,
    onSignedOut: options.onSignedOut,
    onReach: reach.report,
  });
}
