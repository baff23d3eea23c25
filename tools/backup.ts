import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../src/config.js';
import { createFileStore } from '../src/platform/files/index.js';
import { createLog } from '../src/platform/log.js';
import { backUp } from './backup/back-up.js';
import { openDatabase } from './support/open-database.js';
import { recordMaintenance } from './support/record-maintenance.js';

/** npm run backup -- FILE, or a folder, in which the file is named by the time. */
const [target, ...rest] = process.argv.slice(2);
if (target === undefined || target.startsWith('-') || rest.length > 0) {
  console.error('npm run backup -- FILE');
  process.exit(1);
}
const startedAt = Date.now();
const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? false;
const name = `${new Date(startedAt).toISOString().slice(0, 19).replaceAll(':', '-')}.backup`;
const path = isFolder ? join(target, name) : target;
const config = loadConfig(process.env, {});
const log = createLog('warn');
const database = await openDatabase(config, log);
try {
  const store = createFileStore(config);
  const report = await backUp(database.url, path, config.secretKey, store);
  const { tables, rows, files, checksum } = report;
  const { size } = await stat(path);
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `${path}: ${rows} rows of ${tables} tables, ${files} files, ${size} bytes, in ${seconds} s\nsha256 of the content: ${checksum}`,
  );
  await recordMaintenance(config, log, 'backup', `${path}, ${rows} rows`);
  console.log('The backup does not contain the SECRET_KEY: store it separately.');
} catch (error) {
  console.error(`Backup failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
