import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, once, type paths } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { Proof } from './use-order.js';

type Route = paths['/web-commerce/orders/{transaction_id}/returns/']['post'];
type ReturnBody = Route['requestBody']['content']['application/json'];

/** What customers can do with an order. With an account and as a guest the routes differ. */
export type OrderActions = {
  cancel: (reason: string, key: string) => Promise<unknown>;
  giveBack: (request: ReturnBody, key: string) => Promise<unknown>;
  withdraw: (returnNumber: string) => Promise<unknown>;
  /** Key of the queries that are read again afterwards. */
  queryKey: readonly string[];
};

/** A change of an order; its page is read again afterwards, also after an error. */
export function useOrderChange<Input>(
  { queryKey }: OrderActions,
  run: (input: Input) => Promise<unknown>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

export function useOwnActions(number: string): OrderActions {
  const api = useApi();
  const path = { transaction_id: number };
  return {
    cancel: (reason, key) =>
      answer(
        api.POST('/web-commerce/orders/{transaction_id}/cancel/', {
          params: { path },
          body: { reason },
          ...once(key),
        }),
      ),
    giveBack: (body, key) =>
      answer(
        api.POST('/web-commerce/orders/{transaction_id}/returns/', {
          params: { path },
          body,
          ...once(key),
        }),
      ),
    withdraw: returnNumber =>
      answer(
        api.POST('/web-commerce/orders/{transaction_id}/returns/{return_number}/cancel/', {
          params: { path: { ...path, return_number: returnNumber } },
        }),
      ),
    queryKey: ['orders'],
  };
}

export function useGuestActions(proof: Proof): OrderActions {
  const api = useApi();
  return {
    cancel: (reason, key) =>
      answer(
        api.POST('/web-commerce/guest-order/cancel/', {
          body: { ...proof, reason },
          ...once(key),
        }),
      ),
    giveBack: (body, key) =>
      answer(
        api.POST('/web-commerce/guest-order/returns/', {
          body: { ...proof, ...body },
          ...once(key),
        }),
      ),
    withdraw: returnNumber =>
      answer(
        api.POST('/web-commerce/guest-order/returns/{return_number}/cancel/', {
          params: { path: { return_number: returnNumber } },
          body: proof,
        }),
      ),
    queryKey: ['order'],
  };
}
