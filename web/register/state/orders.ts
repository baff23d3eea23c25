import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../shared/api/index.js';
import { handOver } from './calls.js';
import { useIdempotencyKey } from './idempotency-key.js';

export const ORDERS = ['orders'];

/** Gives the goods of a paid order to the customer, once. */
export function useHandOver(number: string) {
  const api = useApi();
  const queries = useQueryClient();
  const { key, onError } = useIdempotencyKey();
  return useMutation({
    mutationFn: () => handOver(api, number, key),
    onError,
    onSuccess: () => queries.invalidateQueries({ queryKey: ORDERS, refetchType: 'none' }),
  });
}
