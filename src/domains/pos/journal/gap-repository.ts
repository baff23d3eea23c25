import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type Gap = {
  id: string;
  store_id: string;
  terminal_id: string;
  chain: number;
  first_counter: number;
  last_counter: number;
  missing: number;
  task_id: string;
  noticed_at: Date;
};

export const insertGap = (tx: Tx, gap: Omit<Gap, 'missing'>) =>
  statement(
    tx,
    `insert into till_journal_gaps (id, store_id, terminal_id, first_counter, last_counter, missing,
       task_id, noticed_at, chain)
     values ($1, $2, $3, $4, $5, $5::integer - $4::integer + 1, $6, $7, $8)`,
    [
      gap.id,
      gap.store_id,
      gap.terminal_id,
      gap.first_counter,
      gap.last_counter,
      gap.task_id,
      gap.noticed_at,
      gap.chain,
    ],
  );

/** Closes the gaps of a chain that ends: what is missing in them will not arrive any more. */
export const closeGaps = (tx: Tx, terminalId: string, now: Date): Promise<Gap[]> =>
  statement(
    tx,
    `update till_journal_gaps set closed_at = $2 where terminal_id = $1 and closed_at is null
     returning *`,
    [terminalId, now],
  );

/** Counts one entry as arrived; the gap closes with the last one. Undefined if it was in no gap. */
export async function fillGap(
  tx: Tx,
  terminalId: string,
  counter: number,
  now: Date,
): Promise<Gap | undefined> {
  const [row] = await statement<Gap>(
    tx,
    `update till_journal_gaps set missing = missing - 1,
       closed_at = case when missing = 1 then $3::timestamptz end
     where terminal_id = $1 and closed_at is null and $2 between first_counter and last_counter
     returning *`,
    [terminalId, counter, now],
  );
  return row;
}

/** `storeIds` undefined: all stores. */
export const openGaps = (
  reader: Reader,
  filter: { storeIds?: readonly string[]; terminalId?: string },
): Promise<Gap[]> =>
  statement(
    reader,
    `select * from till_journal_gaps where closed_at is null
       and ($1::uuid[] is null or store_id = any($1)) and ($2::text is null or terminal_id = $2)
     order by terminal_id, first_counter limit 500`,
    [filter.storeIds ?? null, filter.terminalId ?? null],
  );

/** Missing entries by store, for the alarm. */
export async function countMissingEntries(reader: Reader): Promise<Record<string, number>> {
  const rows = await statement<{ code: string; missing: number }>(
    reader,
    `select s.code, coalesce(sum(g.missing), 0)::int as missing from stores s
       left join till_journal_gaps g on g.store_id = s.id and g.closed_at is null
     group by s.code`,
  );
  return Object.fromEntries(rows.map(row => [row.code, row.missing]));
}
