import { useMutation } from '@tanstack/react-query';
import { ApiError, answer, newKey, once, type Tillhouse } from '@tillhouse/client';
import { useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import type { Good } from './catalogue.js';
import { isRefusal } from './idempotency-key.js';
import { noteToEnter } from './ring-up.js';
import { minor } from './till-money.js';

export type RefundTo = 'cash' | 'original' | 'store_credit';

/** How a difference is settled, and what the cashier has confirmed. */
export type Settlement = {
  tender?: { payment_method_id: string; tendered_amount?: string };
  refund_to?: RefundTo;
  approval_request_id?: string;
  age_check?: { method: 'visual'; confirmed: true };
};

type Swap = { transaction: string; lineId: string; good: Good };

const exchange = (
  api: Tillhouse,
  { transaction, lineId, good }: Swap,
  more: Settlement,
  key: string,
) =>
  answer(
    api.POST('/exchanges/', {
      body: {
        transaction,
        returns: [{ original_line_item: lineId, quantity: 1 }],
        return_reason: 'exchange',
        line_items: [{ product_variant_id: good.variantId, quantity: 1 }],
        ...more,
      },
      ...once(key),
    }),
  );
export type Exchanged = Awaited<ReturnType<typeof exchange>>;

/** What the service asks before it exchanges: how a difference is settled, an approval, an age. */
export type Question =
  | { kind: 'difference'; minor: number }
  | { kind: 'approval' }
  | { kind: 'age' };

function questionIn(error: unknown): Question | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { difference } = error.details;
  if (error.code === 'EXCHANGE_DIFFERENCE' && typeof difference === 'string') {
    return { kind: 'difference', minor: minor(difference) };
  }
  if (error.code === 'APPROVAL_REQUIRED') return { kind: 'approval' };
  return error.code === 'AGE_CHECK_REQUIRED' ? { kind: 'age' } : undefined;
}

/**
 * Exchanges one unit. The first attempt settles nothing: an even exchange is done with it. The
 * refusal of any other says what is missing.
 */
export function useExchange(transaction: string, lineId: string) {
  const api = useApi();
  const [key, setKey] = useState(newKey);
  const [good, setGood] = useState<Good>();
  const [settlement, setSettlement] = useState<Settlement>({});
  const [differenceMinor, setDifference] = useState<number>();
  const [question, setQuestion] = useState<Question>();
  const run = useMutation({
    mutationFn: async (asked: { good: Good; more: Settlement }) => {
      setGood(asked.good);
      setSettlement(asked.more);
      try {
        const done = await exchange(
          api,
          { transaction, lineId, good: asked.good },
          asked.more,
          key,
        );
        const { transaction_id: number, total_amount, completed_at } = done.transaction;
        if (completed_at !== null) noteToEnter(number, total_amount);
        return done;
      } catch (error) {
        if (isRefusal(error)) setKey(newKey());
        const found = questionIn(error);
        if (found === undefined) throw error;
        setQuestion(found);
        if (found.kind === 'difference') setDifference(found.minor);
        return undefined;
      }
    },
  });
  return {
    run,
    good,
    question,
    differenceMinor,
    done: run.data,
    pick: (picked: Good) => run.mutate({ good: picked, more: {} }),
    /** Sends the exchange again with the answer to a question. */
    settle: (more: Settlement) =>
      good !== undefined && run.mutate({ good, more: { ...settlement, ...more } }),
    /** Back from an approval to the difference that needs it. */
    stopAsking: () =>
      setQuestion(
        differenceMinor === undefined ? undefined : { kind: 'difference', minor: differenceMinor },
      ),
  };
}
