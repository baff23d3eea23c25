import { useQuery } from '@tanstack/react-query';
import { answer, type paths } from '@tillhouse/client';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../shared/api/index.js';

type Route = paths['/web-commerce/guest-order/']['post'];
export type Order = Route['responses'][200]['content']['application/json'];

/** The API allows ten requests per minute. */
const POLL_MS = 60_000;

const subscribe = (listener: () => void): (() => void) => {
  const events = ['hashchange', 'popstate', 'pushState', 'replaceState'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
};

/** The token is in the URL fragment, which browsers do not send to the server. */
export const useOrderToken = (): string =>
  useSyncExternalStore(
    subscribe,
    () => decodeURIComponent(location.hash.slice(1)),
    () => '',
  );

export function useOrder(token: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['order', token],
    queryFn: () =>
      answer(api.POST('/web-commerce/guest-order/', { body: { access_token: token } })),
    enabled: token !== '',
    retry: false,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: false,
  });
}
