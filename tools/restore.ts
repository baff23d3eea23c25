import { loadConfig } from '../src/config.js';
import { checkInvariants } from '../src/domains/ops/check-invariants.js';
import { processorSettings } from '../src/domains/payments/index.js';
import { connect } from '../src/platform/database/connect.js';
import { createFileStore } from '../src/platform/files/index.js';
import { createLog } from '../src/platform/log.js';
import { restore } from './backup/restore.js';
import { openDatabase } from './support/open-database.js';

/** npm run restore -- FILE [--other-key] */
const args = process.argv.slice(2);
const withOtherKey = args.includes('--other-key');
const [path, ...rest] = args.filter(arg => arg !== '--other-key');
if (path === undefined || path.startsWith('-') || rest.length > 0) {
  console.error('npm run restore -- FILE [--other-key]');
  process.exit(1);
}
const config = loadConfig(process.env, processorSettings);
const log = createLog('warn');
const database = await openDatabase(config, log);
const { db, close } = connect(database.url, { poolSize: 1, log });
try {
  const options = {
    secretKey: config.secretKey,
    withOtherKey,
    store: createFileStore(config),
    log,
  };
  const { createdAt, tables, rows, files } = await restore(database.url, path, options);
  console.log(`${rows} rows of ${tables} tables and ${files} files restored, as of ${createdAt}.`);
  const broken = (await checkInvariants(db)).filter(({ offending }) => offending > 0);
  for (const { name, description } of broken)
    console.error(`${name} does not hold: ${description}`);
  if (broken.length === 0) console.log('All books agree.');
  else process.exitCode = 1;
} catch (error) {
  console.error(`Restore failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await close();
  await database.close();
}
