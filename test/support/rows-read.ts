import { statement, type Tx } from '../../src/platform/database/tx.js';

/** Rows of a table that this transaction has read so far, by sequential or index scan. */
export async function rowsRead(tx: Tx, table: string): Promise<number> {
  const [row] = await statement<{ n: number }>(
    tx,
    `select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
     where relname = $1`,
    [table],
  );
  return row?.n ?? 0;
}
