import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { EntryKind } from './rules.js';

export type Entry = {
  id: string;
  kind: EntryKind;
  points: number;
  transaction_number: string | null;
  store_id: string | null;
  occurred_at: Date;
};

export type NewEntry = {
  id: string;
  customerId: string;
  kind: EntryKind;
  points: number;
  sale: { id: string; number: string; storeId: string };
  at: Date;
};

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await statement(
    tx,
    `insert into loyalty_entries (id, customer_id, kind, points, transaction_id, transaction_number,
       store_id, occurred_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.id,
      entry.customerId,
      entry.kind,
      entry.points,
      entry.sale.id,
      entry.sale.number,
      entry.sale.storeId,
      entry.at,
    ],
  );
}

/** `earned` is null without an `earned` entry; `standing` is the sum of all entries of the sale. */
export async function pointsOfSale(
  reader: Reader,
  saleId: string,
): Promise<{ earned: number | null; standing: number }> {
  const [row] = await statement<{ earned: number | null; standing: number }>(
    reader,
    `select (max(points) filter (where kind = 'earned'))::integer as earned,
       coalesce(sum(points), 0)::integer as standing
     from loyalty_entries where transaction_id = $1`,
    [saleId],
  );
  return row ?? { earned: null, standing: 0 };
}

export type AccountTotals = { earned: number; taken_back: number; last_entry_at: Date | null };

export async function accountTotals(reader: Reader, customerId: string): Promise<AccountTotals> {
  const [row] = await statement<AccountTotals>(
    reader,
    `select coalesce(sum(points) filter (where points > 0), 0)::integer as earned,
       coalesce(-sum(points) filter (where points < 0), 0)::integer as taken_back,
       max(occurred_at) as last_entry_at
     from loyalty_entries where customer_id = $1`,
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
    `select id, kind, points, transaction_number, store_id, occurred_at from loyalty_entries
     where customer_id = $1 and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [customerId, beforeId ?? null, limit],
  );
