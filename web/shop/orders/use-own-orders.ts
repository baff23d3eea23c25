import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answer, page, type paths } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';

type Get<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

export type OrderSummary = Get<'/web-commerce/orders/'>[number];
export type OwnOrder = Get<'/web-commerce/orders/{transaction_id}/'>;
export type ReturnRequest = OwnOrder['returns'][number];

const PAGE = 20;

/** Orders and purchases of the account, newest first. */
export function useOwnOrders(limit = PAGE) {
  const api = useApi();
  const query = useInfiniteQuery({
    queryKey: ['orders', limit],
    queryFn: ({ pageParam: cursor }) =>
      page(api.GET('/web-commerce/orders/', { params: { query: { limit, cursor } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
  });
  return { ...query, data: query.data?.pages.flatMap(one => one.items) };
}

export function useOwnOrder(number: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['orders', 'one', number],
    queryFn: () =>
      answer(
        api.GET('/web-commerce/orders/{transaction_id}/', {
          params: { path: { transaction_id: number } },
        }),
      ),
    retry: false,
  });
}
