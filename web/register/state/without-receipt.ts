import { useMutation } from '@tanstack/react-query';
import { ApiError, answer, once, type Tillhouse } from '@tillhouse/client';
import { useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import type { Ask } from './approval-ask.js';
import type { Good } from './catalogue.js';
import { useIdempotencyKey } from './idempotency-key.js';
import { minor } from './till-money.js';

export type BroughtGoods = { good: Good; quantity: number };

export type Brought = {
  goods: BroughtGoods[];
  reason: string;
  restock: boolean;
  /** Whose credit it becomes. */
  customerId: string | undefined;
};

const takeBack = (api: Tillhouse, brought: Brought, approval: string | undefined, key: string) =>
  answer(
    api.POST('/returns/without-receipt/', {
      body: {
        return_reason: brought.reason,
        restock: brought.restock,
        line_items: brought.goods.map(({ good, quantity }) => ({ sku: good.sku, quantity })),
        ...(approval !== undefined && { approval_request_id: approval }),
        ...(brought.customerId !== undefined && { customer_id: brought.customerId }),
      },
      ...once(key),
    }),
  );
export type TakenBack = Awaited<ReturnType<typeof takeBack>>;

/** What the refusal without an approval says about the value of the goods. */
function valueIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'APPROVAL_REQUIRED') return undefined;
  const { refund_amount: value } = error.details;
  return typeof value === 'string' ? value : undefined;
}

/** Takes goods back without a receipt. The service values them first, then somebody approves it. */
export function useWithoutReceipt(onDone: (done: TakenBack) => void) {
  const api = useApi();
  const { key, onError } = useIdempotencyKey();
  const [ask, setAsk] = useState<Ask>();
  // After a lost answer the same request is sent again, with its approval.
  const [approval, setApproval] = useState<string>();
  const take = useMutation({
    mutationFn: async (sent: { brought: Brought; approval?: string }) => {
      setApproval(sent.approval);
      try {
        return await takeBack(api, sent.brought, sent.approval, key);
      } catch (error) {
        onError(error);
        const value = valueIn(error);
        if (value === undefined) throw error;
        setApproval(undefined);
        setAsk({
          requestType: 'refund',
          amountMinor: minor(value),
          details: {
            without_receipt: true,
            line_items: sent.brought.goods.map(({ good, quantity }) => ({
              sku: good.sku,
              quantity,
            })),
            lines: sent.brought.goods.map(({ good, quantity }) => `${quantity} × ${good.name}`),
          },
          onApproved: given => take.mutate({ brought: sent.brought, approval: given }),
        });
        return undefined;
      }
    },
    onSuccess: done => {
      if (done !== undefined) onDone(done);
    },
  });
  return {
    take: (brought: Brought) => take.mutate({ brought, approval }),
    isBusy: take.isPending,
    error: take.error,
    ask,
    stopAsking: () => setAsk(undefined),
  };
}
