import type { Log } from '../log.js';
import { sessionSettings } from './connect.js';
import { HostClient } from './host-client.js';
import { clientTarget } from './host-set.js';
import { type Db, statement } from './tx.js';

/**
 * PgBouncer refuses the settings that the service gives its sessions. Without this check migrations
 * would take their lock in a session that the pooler gives to others.
 */
export async function refusePooler(url: string): Promise<void> {
  const client = new HostClient({ ...clientTarget(url), ...sessionSettings({}) });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error;
    throw new Error(
      'DATABASE_URL leads to a pooler. Set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The pooler passes on no limits, so the role of the database must have them. */
export async function warnWithoutLimits(db: Db, log: Pick<Log, 'warn'>): Promise<void> {
  const missing = await statement<{ name: string }>(
    db,
    `select name from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
     order by name`,
  );
  for (const { name } of missing) {
    log.warn({}, `The role of the database has no ${name}: alter role … set ${name} = '30s'.`);
  }
}
