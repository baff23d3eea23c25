import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { type FileStore, UNFINISHED } from '../../src/platform/files/index.js';
import { VERSION } from '../../src/platform/version.js';
import {
  appliedMigrations,
  monthsOf,
  openSession,
  queueLevel,
  sequencesOf,
  tablesOf,
} from './catalog.js';
import { copyOut } from './copy.js';
import { type BackupWriter, createBackupFile, FORMAT, FORMAT_VERSION } from './file.js';

export type BackupReport = { tables: number; rows: number; files: number; checksum: string };

/** A fingerprint of the key, which cannot be reversed. */
export const keyMark = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('tillhouse backup').digest('hex').slice(0, 16);

/**
 * Writes one snapshot of the database into a file while the service keeps running. Sequences are
 * read last: they may be ahead of the rows, which only leaves gaps. Files are written before their
 * records, so those of the snapshot are among the files that follow it.
 */
export async function backUp(
  url: string,
  path: string,
  secretKey: string,
  store?: FileStore,
): Promise<BackupReport> {
  const client = await openSession(url, 'tillhouse-backup');
  try {
    const names = (await tablesOf(client)).map(({ name }) => name);
    if (!names.includes('public.stores'))
      throw new Error('The database is empty; there is nothing to back up.');
    await client.query('begin transaction isolation level repeatable read read only');
    // Locks before the snapshot, so that no migration changes a table in between.
    await client.query(`lock table ${names.join(', ')} in access share mode`);
    const file = await createBackupFile(path);
    try {
      file.line({
        format: FORMAT,
        version: FORMAT_VERSION,
        createdAt: new Date().toISOString(),
        service: VERSION,
        migrations: await appliedMigrations(client),
        queueLevel: await queueLevel(client),
        keyMark: keyMark(secretKey),
        months: await monthsOf(client),
      });
      const rows = await writeTables(client, file);
      const files = store === undefined ? 0 : await writeFiles(store, file);
      file.line({ rows, sequences: await sequencesOf(client), files });
      const checksum = await file.finish();
      const sum = Object.values(rows).reduce((total, count) => total + count, 0);
      return { tables: Object.keys(rows).length, rows: sum, files, checksum };
    } catch (error) {
      await file.abandon();
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function writeTables(client: pg.Client, file: BackupWriter): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const { name, columns } of await tablesOf(client)) {
    file.line({ table: name, columns });
    // COPY of a query, because COPY of a partitioned table itself gives no rows.
    const text = `copy (select ${columns.join(', ')} from ${name}) to stdout`;
    rows[name] = await copyOut(client, text, chunk => file.rows(chunk));
    file.endRows();
  }
  return rows;
}

async function writeFiles(store: FileStore, backup: BackupWriter): Promise<number> {
  let count = 0;
  for await (const { name } of store.list()) {
    if (name.endsWith(UNFINISHED)) continue;
    // Deleted since it was listed.
    const found = await store.open(name);
    if (found === undefined) continue;
    backup.line({ file: name });
    for await (const chunk of found.content) await backup.rows(chunk);
    backup.endRows();
    count += 1;
  }
  return count;
}
