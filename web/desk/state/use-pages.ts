import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { page } from '@tillhouse/client';
import { usePolling } from './live.js';

export type Pages<Item> = {
  data: Item[] | undefined;
  error: unknown;
  isPending: boolean;
  /** Resolves with the items as they are now. */
  refetch(): Promise<Item[]>;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
};

/** A list with cursor pagination; `pollMs` is for lists that no live event reloads. */
export function usePages<Item>(
  queryKey: QueryKey,
  load: (cursor: string | undefined) => Promise<{ data?: Item[]; response: Response }>,
  pollMs?: number,
): Pages<Item> {
  const polling = usePolling();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => page(load(pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
    refetchInterval: pollMs ?? polling,
  });
  const itemsOf = (pages: typeof query.data) => pages?.pages.flatMap(one => one.items);
  return {
    data: itemsOf(query.data),
    error: query.error,
    isPending: query.isPending,
    refetch: async () => itemsOf((await query.refetch()).data) ?? [],
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
