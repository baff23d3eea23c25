import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, answer, once, type Tillhouse } from '@tillhouse/client';
import { useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { type Arrived, isOpenReturn, type Outcome, runReturn } from '../../shared/run-return.js';
import type { Ask } from './approval-ask.js';
import { useIdempotencyKey } from './idempotency-key.js';
import { needsDecision } from './may.js';
import type { Session } from './session.js';
import { minor } from './till-money.js';

export const findSale = (api: Tillhouse, number: string) =>
  answer(api.GET('/returns/sales/{transaction}/', { params: { path: { transaction: number } } }));
export type Sold = Awaited<ReturnType<typeof findSale>>;

export type SoldLine = Sold['line_items'][number];

export type ReturnRequest = {
  transaction: string;
  return_reason: string;
  line_items: { original_line_item: string; quantity: number }[];
};
const openReturn = (api: Tillhouse, body: ReturnRequest, key: string) =>
  answer(api.POST('/returns/', { body, ...once(key) }));
export type Return = Awaited<ReturnType<typeof openReturn>>;

const readReturn = (api: Tillhouse, id: string): Promise<Return> =>
  answer(api.GET('/returns/{id}/', { params: { path: { id } } }));

/** Returns of a sale whose goods or refund are still to come. */
export function useAnnounced(number: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['announced-returns', number],
    staleTime: 0,
    queryFn: async () => {
      const query = { transaction: number, limit: 50 };
      const list = await answer(api.GET('/returns/', { params: { query } }));
      return list.filter(({ status }) => isOpenReturn(status));
    },
  });
}

type Sent = { request?: ReturnRequest; approval?: string; arrived?: Arrived };

/** Runs a return to the refund, and requests approval if the cashier lacks permission. An announced one continues. */
export function useRunReturn(
  session: Session,
  outcome: Outcome,
  onDone: (result: Return) => void,
  announced?: Return,
) {
  const api = useApi();
  const { key, onError } = useIdempotencyKey();
  // A retry continues the return that is already open; its items can no longer change.
  const [opened, setOpened] = useState(announced);
  const [ask, setAsk] = useState<Ask>();
  const askFor = (now: Return, sent: Sent): undefined => {
    const { transaction, return_number, refund_amount } = now;
    setAsk({
      requestType: 'refund',
      amountMinor: minor(refund_amount),
      details: { transaction_id: transaction, return: return_number },
      onApproved: approval => take.mutate({ ...sent, approval }),
    });
    return undefined;
  };
  const open = async (request: ReturnRequest): Promise<Return> => {
    try {
      return await openReturn(api, request, key);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  const take = useMutation({
    mutationFn: async (sent: Sent) => {
      const { request, approval, arrived } = sent;
      // A manager may have changed or rejected the return in the meantime.
      let now =
        opened === undefined && request !== undefined
          ? await open(request)
          : await readReturn(api, opened?.id ?? '');
      setOpened(now);
      if (approval === undefined && needsDecision(session, now)) return askFor(now, sent);
      const onStep = (next: Return): void => {
        now = next;
        setOpened(next);
      };
      try {
        return await runReturn(api, now, outcome, { onStep, approval, arrived });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'APPROVAL_REQUIRED') throw error;
        return askFor(now, sent);
      }
    },
    onSuccess: result => {
      if (result !== undefined) onDone(result);
    },
  });
  return { opened, take, ask, stopAsking: () => setAsk(undefined) };
}
