import { useQuery } from '@tanstack/react-query';
import { answer, type paths } from '@tillhouse/client';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../shared/api/index.js';

type Route = paths['/web-commerce/guest-order/']['post'];
export type Order = Route['responses'][200]['content']['application/json'];

/** Orders move slowly, and asking is limited to ten times a minute. */
const LOOK_EVERY_MS = 60_000;

const subscribe = (listener: () => void): (() => void) => {
  const events = ['hashchange', 'popstate', 'pushState', 'replaceState'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
};

/** The token stands behind the #, which browsers keep to themselves. */
export const useOrderToken = (): string =>
  useSyncExternalStore(subscribe, () => decodeURIComponent(location.hash.slice(1)));

export function useOrder(token: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['order', token],
    queryFn: () =>
      answer(api.POST('/web-commerce/guest-order/', { body: { access_token: token } })),
    enabled: token !== '',
    retry: false,
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: false,
  });
}
