import { type Reader, statement, type Tx } from './tx.js';

/**
 * Creates the monthly partitions of every partitioned table up to `monthsAhead` months ahead, except
 * those of `single_events`, which gets no new rows.
 */
export async function createMonths(tx: Tx, now: Date, monthsAhead: number): Promise<number> {
  const [row] = await statement<{ made: number }>(
    tx,
    `select coalesce(sum(ensure_months(partrelid::regclass, $1::date,
       ($1::date + make_interval(months => $2))::date)), 0)::int as made
     from pg_partitioned_table join pg_class on pg_class.oid = partrelid
     where relnamespace = 'public'::regnamespace and partrelid <> 'single_events'::regclass`,
    [now.toISOString().slice(0, 10), monthsAhead],
  );
  return row?.made ?? 0;
}

/** Drops event-log partitions that ended before the given day. No client resumes from that far back. */
export async function dropEventMonths(tx: Tx, before: Date): Promise<string[]> {
  const rows = await oldEventMonths(tx, before);
  for (const { name } of rows) await statement(tx, `drop table ${name}`);
  return rows.map(row => row.name);
}

const oldEventMonths = (reader: Reader, before: Date): Promise<{ name: string }[]> =>
  statement<{ name: string }>(
    reader,
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('event_batches'::regclass, 'single_events'::regclass)
       and inhrelid::regclass::text ~ '_\\d{4}_\\d{2}$'
       and to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') + interval '1 month' <= $1::date`,
    [before.toISOString().slice(0, 10)],
  );
