import { type Reader, statement } from '../../src/platform/database/tx.js';

/** The number of statements of this database that wait for a lock. */
export async function waitingForLocks(reader: Reader): Promise<number> {
  const rows = await statement(
    reader,
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
