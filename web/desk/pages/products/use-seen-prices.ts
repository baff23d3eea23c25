import { ApiError } from '@tillhouse/client';
import { useState } from 'react';
import type { RecordConflict } from '../../state/use-condition.js';
import type { ListPrices } from './draft.js';
import type { Loaded } from './use-product.js';

/** A price of a list as it is now. */
type Stale = {
  id: string | null;
  variant: string;
  sku: string;
  price_list: string;
  price_list_code: string;
  amount: string | null;
};
type Rows = { rows: Stale[] };

function staleIn(error: unknown): Rows | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CHANGED') return undefined;
  const { current } = error.details as { current?: Partial<Rows> };
  return current?.rows && { rows: current.rows };
}

/** "EUR MUG-WHITE": the amount, for people. */
const describe = (shown: object): object =>
  Object.fromEntries(
    (shown as Rows).rows.map(row => [`${row.price_list_code} ${row.sku}`, row.amount]),
  );

/** The list prices that the reader has seen, and what somebody else has made of them since. */
export function useSeenPrices(before: Loaded | undefined) {
  const [kept, setKept] = useState<{ before: Loaded | undefined; rows: Stale[] }>();
  // Prices that were read after a save say more than what was accepted before it.
  const accepted = kept?.before === before ? (kept?.rows ?? []) : [];
  const seen: ListPrices = { ...before?.prices };
  for (const { variant, price_list: list, amount } of accepted) {
    const { [list]: _, ...others } = seen[variant] ?? {};
    seen[variant] = amount === null ? others : { ...others, [list]: amount };
  }
  return {
    seen,
    conflictOf: (saving: { error: Error | null; reset(): void }): RecordConflict | undefined => {
      const current = staleIn(saving.error);
      if (current === undefined) return undefined;
      const shown = current.rows.map(row => ({
        ...row,
        amount: seen[row.variant]?.[row.price_list] ?? null,
      }));
      const id = current.rows.find(row => row.id !== null)?.id ?? '';
      return {
        record: { type: 'prices', id, path: `/prices/${id}/`, shown: { rows: shown }, describe },
        current,
        onKeep: () => {
          setKept({ before, rows: [...accepted, ...current.rows] });
          saving.reset();
        },
        isKeeping: false,
        keepError: null,
      };
    },
  };
}
