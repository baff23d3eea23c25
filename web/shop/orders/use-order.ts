import { skipToken, useQuery } from '@tanstack/react-query';
import { answer, type paths } from '@tillhouse/client';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../shared/api/index.js';

type Route = paths['/web-commerce/guest-order/']['post'];
export type Order = Route['responses'][200]['content']['application/json'];

/** The API allows 60 requests an hour, also for what the guest does on the page. */
const POLL_MS = 120_000;

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

/** What a guest knows about an order. */
export type Proof = { access_token: string } | { number: string; email: string };

export const orderKey = (proof: Proof | undefined) => ['order', proof] as const;

export function useOrder(proof: Proof | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: orderKey(proof),
    queryFn:
      proof === undefined
        ? skipToken
        : () =>
            answer(
              'number' in proof
                ? api.POST('/web-commerce/orders/track/', { body: proof })
                : api.POST('/web-commerce/guest-order/', { body: proof }),
            ),
    retry: false,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: false,
  });
}
