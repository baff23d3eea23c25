import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';

/** Asked when the shopper has typed a code, because wrong codes count towards a block. */
export function useCodeBalance() {
  const api = useApi();
  return useMutation({
    mutationFn: (code: string) =>
      answer(api.GET('/value-accounts/balance/', { params: { query: { code } } })),
  });
}

export type CodeBalance = NonNullable<ReturnType<typeof useCodeBalance>['data']>;
