import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.js';
import { buildIndex, parseConcurrentIndex } from './concurrent-index.js';
import { HostClient } from './host-client.js';
import { clientTarget } from './host-set.js';
import { LOCK_POLICY, type LockPolicy, retryLocks } from './lock-retry.js';
import { knownMigrations, type Migration, statementsOf } from './migration-files.js';

/** An arbitrary constant that no other advisory lock in the database uses. */
const MIGRATION_LOCK = 7_411_501;
const LOCK_POLL_MS = 200;
/**
 * A statement of a transaction holds its locks until the commit, so a longer one belongs into a file
 * without a transaction. Set explicitly because a role may have a shorter default.
 */
const STATEMENT_TIMEOUT = '15min';

export type MigrateOptions = {
  /** Only these files: a backup is restored into the schema it was taken from. */
  only?: ReadonlySet<string>;
  migrations?: readonly Migration[];
  locks?: LockPolicy;
  /** What amounts without a currency are in, for migrations that give them one. */
  baseCurrency?: string;
};

type Run = { client: pg.Client; log: Pick<Log, 'info' | 'warn'>; locks: LockPolicy };

/**
 * Runs the migrations that the database does not have yet, each once. Nodes that start together
 * take turns through an advisory lock. A file that changed after it ran is refused.
 */
export async function migrate(
  url: string,
  log: Pick<Log, 'info' | 'warn'>,
  { only, migrations = knownMigrations(), locks = LOCK_POLICY, baseCurrency }: MigrateOptions = {},
): Promise<void> {
  const client = new HostClient({ ...clientTarget(url), application_name: 'tillhouse-migrate' });
  await client.connect();
  try {
    await takeLock(client);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    await client.query(`select set_config('tillhouse.base_currency', $1, false)`, [
      baseCurrency ?? '',
    ]);
    const applied = new Map(rows.map(row => [row.name, row.checksum]));
    refuseUnknown([...applied.keys()], migrations);
    // A new database gets all of them: one line says so, instead of more than a hundred.
    const isNew = applied.size === 0;
    if (isNew) log.info({}, 'creating the tables');
    for (const migration of migrations) {
      if (only?.has(migration.name) === false || isApplied(migration, applied)) continue;
      await apply({ client, log, locks }, migration);
      if (!isNew) log.info({ migration: migration.name }, 'migration applied');
    }
  } finally {
    await client.end();
  }
}

/**
 * Polls instead of waiting inside a statement: a waiting statement holds a snapshot, and the
 * concurrent index build of the node that has the lock would wait for it (a deadlock).
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** An older version does not know what a newer schema means, so it may not write into it. */
function refuseUnknown(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(migration => migration.name));
  const unknown = applied.filter(name => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by another version of Tillhouse (${unknown.at(-1)}). Start that version or a newer one.`,
  );
}

function isApplied({ name, checksum }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const before = applied.get(name);
  if (before !== undefined && before !== checksum) {
    throw new Error(`Migration ${name} was changed after it ran; add a new file instead.`);
  }
  return before === checksum;
}

async function apply({ client, log, locks }: Run, migration: Migration): Promise<void> {
  if (migration.inTransaction) {
    await retryLocks(locks, migration.name, log, () => runInTransaction(client, migration, locks));
    return;
  }
  for (const statement of statementsOf(migration)) {
    await retryLocks(locks, migration.name, log, () => runAlone(client, statement, locks));
  }
  await record(client, migration);
}

async function runInTransaction(
  client: pg.Client,
  migration: Migration,
  { lockTimeoutMs }: LockPolicy,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`);
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** An index build has no time limit: it blocks no sale, neither while it waits nor while it runs. */
async function runAlone(
  client: pg.Client,
  statement: string,
  { lockTimeoutMs }: LockPolicy,
): Promise<void> {
  const run = async (text: string, lock: 'timeout' | 'wait'): Promise<void> => {
    await client.query(`set lock_timeout = ${lock === 'wait' ? 0 : lockTimeoutMs}`);
    await client.query(`set statement_timeout = ${lock === 'wait' ? 0 : `'${STATEMENT_TIMEOUT}'`}`);
    await client.query(text);
  };
  const index = parseConcurrentIndex(statement);
  if (index) await buildIndex(client, run, index);
  else await run(statement, /^drop\s+index\s+concurrently\b/i.test(statement) ? 'wait' : 'timeout');
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ]);
}
