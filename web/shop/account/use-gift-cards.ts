import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, page } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { ItemOf } from '../../shared/api/responses.js';

const KEY = ['gift-cards'];

export type OwnCard = ItemOf<'/web-commerce/gift-cards/'>;

/** Cards that the customer bought, was given or saved. */
export function useGiftCards() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam: cursor }) =>
      page(api.GET('/web-commerce/gift-cards/', { params: { query: { cursor, limit: 20 } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
  });
}

function useChange<Input>(run: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useSaveCard() {
  const api = useApi();
  return useChange((code: string) =>
    answer(api.POST('/web-commerce/gift-cards/', { body: { code } })),
  );
}

export function useRemoveCard() {
  const api = useApi();
  return useChange((id: string) =>
    answer(api.DELETE('/web-commerce/gift-cards/{id}/', { params: { path: { id } } })),
  );
}
