import pg from 'pg';
import { migrate } from '../../src/platform/database/migrate.js';
import { knownMigrations } from '../../src/platform/database/migration-files.js';
import type { FileStore } from '../../src/platform/files/index.js';
import { migrateQueue } from '../../src/platform/jobs/worker.js';
import type { Log } from '../../src/platform/log.js';
import { keyMark } from './back-up.js';
import { appliedMigrations, openSession, queueLevel, tablesOf } from './catalog.js';
import { copyIn } from './copy.js';
import { type Header, openBackupFile, type Trailer } from './file.js';

/** Tables of one row that a migration inserts; the backup has its own. */
const INSERTED_BY_MIGRATIONS = [
  'public.content_mirror',
  'public.reference_version',
  // By a start without an administrator.
  'public.setup_links',
  'public.tax_classes',
];

export type RestoreReport = { createdAt: string; tables: number; rows: number; files: number };

export type RestoreOptions = {
  secretKey: string;
  /** Restores even though PINs, passwords and sessions of the backup need another key. */
  withOtherKey?: boolean;
  /** Where the pictures go; undefined: they are not restored. */
  store?: FileStore;
  log: Log;
};

/**
 * Fills an empty database: the schema of the backup, the rows in one transaction, then the newer
 * migrations. The whole file is verified before anything is written.
 */
export async function restore(
  url: string,
  path: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { header, trailer } = await checkFile(path);
  checkHeader(header, options);
  const client = await openSession(url, 'tillhouse-restore');
  try {
    await requireEmpty(client);
    await migrate(url, options.log, {
      only: new Set(header.migrations.map(({ name }) => name)),
    });
    await migrateQueue(url, options.log);
    const level = await queueLevel(client);
    if (level !== header.queueLevel) {
      throw new Error(
        `The job queue of the backup has level ${header.queueLevel}, this version ${level}. ` +
          `Restore with version ${header.service}, then upgrade.`,
      );
    }
    await restoreFiles(path, options.store);
    await fill(client, path, header, trailer);
    await migrate(url, options.log);
    await client.query('analyze');
  } finally {
    await client.end();
  }
  const rows = Object.values(trailer.rows);
  return {
    createdAt: header.createdAt,
    tables: rows.length,
    rows: rows.reduce((sum, count) => sum + count, 0),
    files: trailer.files ?? 0,
  };
}

/** Before the rows: files without a record are cleaned up, records without files are not. */
async function restoreFiles(path: string, store: FileStore | undefined): Promise<void> {
  if (store === undefined) return;
  const file = await openBackupFile(path);
  try {
    while ((await file.table()) !== undefined) for await (const _ of file.rows());
    for (let next = await file.file(); next; next = await file.file()) {
      const chunks: Buffer[] = [];
      for await (const chunk of file.rows()) chunks.push(chunk);
      await store.put(checkName(next.file), Buffer.concat(chunks));
    }
  } finally {
    file.close();
  }
}

/** A forged backup must not write outside the store. */
function checkName(name: string): string {
  if (/^[0-9a-z][0-9a-z.-]*$/.test(name)) return name;
  throw new Error('The backup has a file with an invalid name.');
}

/** Verifies the file by reading it completely. */
async function checkFile(path: string): Promise<{ header: Header; trailer: Trailer }> {
  const file = await openBackupFile(path);
  try {
    while ((await file.table()) !== undefined) for await (const _ of file.rows());
    while ((await file.file()) !== undefined) for await (const _ of file.rows());
    return { header: file.header, trailer: await file.finish() };
  } finally {
    file.close();
  }
}

function checkHeader(header: Header, options: RestoreOptions): void {
  const known = new Map(knownMigrations().map(({ name, checksum }) => [name, checksum]));
  const foreign = header.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (foreign) {
    throw new Error(
      `The backup has the migration ${foreign.name}, which this version does not have in that form. ` +
        `Restore with version ${header.service} or a newer one.`,
    );
  }
  if (header.keyMark !== keyMark(options.secretKey) && !options.withOtherKey) {
    throw new Error(
      'The backup belongs to another SECRET_KEY. Set that one (or put it into DATA_DIR/secret-key). ' +
        'With --other-key it is restored anyway; all PINs and passwords must then be set again.',
    );
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const users = await client.query(
    `select 1 from pg_stat_activity where datname = current_database()
       and (application_name in ('tillhouse', 'tillhouse-jobs') or application_name like 'tillhouse %')`,
  );
  if (users.rowCount !== 0)
    throw new Error('A service is running on this database; stop it first.');
  const applied = await appliedMigrations(client);
  const tables = await tablesOf(client);
  if (tables.length > 0 && applied.length === 0) {
    throw new Error('The database contains foreign tables; restore into an empty one.');
  }
  for (const { name } of tables) {
    if (INSERTED_BY_MIGRATIONS.includes(name)) continue;
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`);
    if (rowCount !== 0) {
      throw new Error(`The database is not empty (${name}); restore into an empty one.`);
    }
  }
}

/** The trigger that refuses a row which breaks a rule of its table. */
const RULES = 'prepare_row';

async function tablesWithRules(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = $1 and tgparentid = 0`,
    [RULES],
  );
  return rows.map(({ name }) => name);
}

/** Names the row; undefined if the error is another one. */
function brokenRule(table: string, error: unknown): Error | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== CHECK_VIOLATION) return undefined;
  const row = /COPY \S+, line (\d+)/.exec(error.where ?? '')?.[1] ?? 'unknown';
  return new Error(
    `Row ${row} of ${table} in the backup breaks the rule ${error.constraint}; no row is restored.`,
    { cause: error },
  );
}

const CHECK_VIOLATION = '23514';

async function fill(
  client: pg.Client,
  path: string,
  header: Header,
  trailer: Trailer,
): Promise<void> {
  await client.query('begin');
  const tables = await tablesOf(client);
  // The rows already contain what user triggers compute; foreign keys and rules stay enforced.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  for (const name of await tablesWithRules(client)) {
    await client.query(`alter table ${name} enable trigger ${RULES}`);
  }
  for (const { name } of tables) {
    if (INSERTED_BY_MIGRATIONS.includes(name)) await client.query(`delete from ${name}`);
  }
  for (const [name, { first, last }] of Object.entries(header.months)) {
    await client.query(
      `select ensure_months($1::regclass, to_date($2, 'YYYY_MM'), to_date($3, 'YYYY_MM'))`,
      [name, first, last],
    );
  }
  const file = await openBackupFile(path);
  try {
    for (let next = await file.table(); next; next = await file.table()) {
      const { table, columns } = next;
      const known = tables.find(({ name }) => name === table)?.columns ?? [];
      const unknown = columns.find(column => !known.includes(column));
      if (unknown !== undefined) throw new Error(`Column ${table}.${unknown} does not exist.`);
      const text = `copy ${table} (${columns.join(', ')}) from stdin`;
      const count = await copyIn(client, text, file.rows()).catch((error: unknown) => {
        throw brokenRule(table, error) ?? error;
      });
      if (count !== trailer.rows[table])
        throw new Error(`${table} has ${count} rows instead of ${trailer.rows[table]}.`);
    }
  } finally {
    file.close();
  }
  for (const [name, value] of Object.entries(trailer.sequences)) {
    await client.query('select setval($1::regclass, $2)', [name, value]);
  }
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
}
