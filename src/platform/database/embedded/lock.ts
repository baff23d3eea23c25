import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The two halves of the advisory lock: "Till" in ASCII and a number for the purpose. */
const LOCK = [0x54696c6c, 1];
/** The session of a killed service takes a moment to end. */
const RELEASE_GRACE_MS = 2_000;
const RETRY_MS = 100;

/**
 * Takes the lock that makes this process the only service on its DATA_DIR, for as long as the
 * connection lives. PostgreSQL releases it however the holder ends.
 */
export async function takeLock(client: pg.Client, dataDir: string): Promise<void> {
  for (const deadline = Date.now() + RELEASE_GRACE_MS; ; await sleep(RETRY_MS)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS taken', LOCK);
    if (rows[0].taken) return;
    if (Date.now() > deadline) break;
  }
  const { rows } = await client.query(
    `SELECT s.application_name AS name
       FROM pg_locks l JOIN pg_stat_activity s USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND l.classid = $1 AND l.objid = $2 AND l.objsubid = 2`,
    LOCK,
  );
  const pid = /pid=(\d+)/.exec(rows[0]?.name ?? '')?.[1] ?? 'unknown';
  throw new Error(
    `Another Tillhouse (pid ${pid}) is already running on DATA_DIR ${dataDir}; ` +
      'stop it or set DATA_DIR to another folder.',
  );
}
