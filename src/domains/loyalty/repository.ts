import { type Reader, statement } from '../../platform/database/tx.js';
import type { EntryKind } from './rules.js';

export type Entry = {
  id: string;
  kind: EntryKind;
  points: number;
  transaction_number: string | null;
  store_id: string | null;
  occurred_at: Date;
};

/** `earned` is null without an `earned` entry; `standing` is what is left of it. */
export async function pointsOfSale(
  reader: Reader,
  saleId: string,
): Promise<{ earned: number | null; standing: number }> {
  const [row] = await statement<{ earned: number | null; standing: number }>(
    reader,
    `select (max(amount) filter (where kind = 'earned'))::integer as earned,
       coalesce(sum(amount), 0)::integer as standing
     from value_entries where transaction_id = $1 and kind in ('earned', 'taken_back')`,
    [saleId],
  );
  return row ?? { earned: null, standing: 0 };
}

export type AccountTotals = { earned: number; taken_back: number; last_entry_at: Date | null };

export async function accountTotals(reader: Reader, customerId: string): Promise<AccountTotals> {
  const [row] = await statement<AccountTotals>(
    reader,
    `select coalesce(sum(amount) filter (where e.kind in ('opening', 'earned')), 0)::integer as earned,
       coalesce(-sum(amount) filter (where e.kind = 'taken_back'), 0)::integer as taken_back,
       max(occurred_at) as last_entry_at
     from value_entries e join value_accounts a on a.id = e.account_id
     where a.kind = 'points' and a.customer_id = $1`,
    [customerId],
  );
  return row ?? { earned: 0, taken_back: 0, last_entry_at: null };
}

/** Newest first; `beforeId` continues a list. */
export const entriesOf = (
  reader: Reader,
  customerId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<Entry[]> =>
  statement<Entry>(
    reader,
    `select e.id, e.kind, e.amount::integer as points, e.transaction_number, e.store_id, e.occurred_at
     from value_entries e join value_accounts a on a.id = e.account_id
     where a.kind = 'points' and a.customer_id = $1 and ($2::uuid is null or e.id < $2)
     order by e.id desc limit $3`,
    [customerId, beforeId ?? null, limit],
  );
