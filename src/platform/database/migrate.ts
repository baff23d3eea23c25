import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../log.js';
import { projectRoot } from '../root.js';

/** An arbitrary constant that no other advisory lock in the database uses. */
const MIGRATION_LOCK = 7_411_501;

type Migration = { name: string; text: string; checksum: string };

/** The migration files of this version, in order. */
export function knownMigrations(): Migration[] {
  const folder = join(projectRoot, 'migrations');
  return readdirSync(folder)
    .filter(name => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map(name => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Applies pending migrations, one transaction per file. Nodes that start together queue on an
 * advisory lock, so each file runs once. A file changed after it ran is an error. `only` limits the
 * files to those a backup was taken with, because its rows fit no other schema.
 */
export async function migrate(
  url: string,
  log: Pick<Log, 'info'>,
  only?: ReadonlySet<string>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillhouse-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const applied = new Map(rows.map(row => [row.name, row.checksum]));
    for (const migration of knownMigrations()) {
      if (only?.has(migration.name) ?? true) await apply(client, migration, applied, log);
    }
  } finally {
    await client.end();
  }
}

async function apply(
  client: pg.Client,
  migration: Migration,
  applied: Map<string, string>,
  log: Pick<Log, 'info'>,
): Promise<void> {
  const before = applied.get(migration.name);
  if (before === migration.checksum) return;
  if (before !== undefined) {
    throw new Error(
      `Migration ${migration.name} was changed after it ran; add a new file instead.`,
    );
  }
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  log.info({ migration: migration.name }, 'migration applied');
}
