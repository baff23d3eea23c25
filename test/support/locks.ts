import { type Reader, statement } from '../../src/platform/database/tx.js';

/** How many statements of this database wait for a lock. */
export async function waitingForLocks(reader: Reader): Promise<number> {
  const rows = await statement(
    reader,
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
