import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.js';
import { knownMigrations } from '../../src/platform/database/migration-files.js';
import { createLog } from '../../src/platform/log.js';
import { databaseUrl } from './global-setup.js';

/** The database of an earlier release, to be filled with its rows and then upgraded. */
export type OlderDatabase = {
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows of tables that no longer exist have no types.
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** Applies the remaining migrations, or those whose names come before `before`. */
  upgrade(options?: { baseCurrency?: string; before?: string }): Promise<void>;
  close(): Promise<void>;
};

async function onServer(text: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(text);
  await admin.end();
}

const migrationsBefore = (name: string): Set<string> =>
  new Set(
    knownMigrations()
      .map(migration => migration.name)
      .filter(known => known < name),
  );

/**
 * A new database with all migrations before `firstMissing`. Triggers and foreign keys are off in
 * its session, so that a test inserts only the rows it is about.
 */
export async function openOlderDatabase(firstMissing: string): Promise<OlderDatabase> {
  const name = `older_${randomBytes(4).toString('hex')}`;
  const url = databaseUrl(inject('postgresUrl'), name);
  const log = createLog('silent');
  await onServer(`create database ${name}`);
  await migrate(url, log, { only: migrationsBefore(firstMissing) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  return {
    url,
    query: async (text, values = []) => (await client.query(text, values)).rows,
    upgrade: async ({ baseCurrency, before } = {}) => {
      await migrate(url, log, {
        baseCurrency,
        only: before ? migrationsBefore(before) : undefined,
      });
    },
    close: async () => {
      await client.end();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}
