import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../src/config.js';
import { checkInvariants } from '../src/domains/ops/check-invariants.js';
import { processorSettings } from '../src/domains/payments/index.js';
import { connect } from '../src/platform/database/connect.js';
import { createLog, type Log } from '../src/platform/log.js';
import { restore } from './backup/restore.js';
import { newestBackup } from './drill/newest-backup.js';
import { makeScratch } from './drill/scratch-database.js';
import { recordMaintenance } from './support/record-maintenance.js';

const USAGE = `npm run drill -- FILE_OR_FOLDER [--server URL]

Restores a backup, of a folder the newest *.backup, into a scratch database and proves its books. The
scratch database is on the PostgreSQL server of URL, whose user may create databases, or on an embedded
one; it is removed afterwards. Nothing in the database of the service changes but the time of the drill.
`;

/** Returns what was proved. */
async function drill(path: string, server: string | undefined, config: Config, log: Log) {
  const scratch = await makeScratch(server, log);
  try {
    // Without a store: pictures are verified by the checksum of the file and written nowhere.
    const report = await restore(scratch.url, path, { secretKey: config.secretKey, log });
    const { db, close } = connect(scratch.url, { poolSize: 1, log });
    const checks = await checkInvariants(db).finally(close);
    const broken = checks.filter(({ offending }) => offending > 0);
    if (broken.length > 0) {
      throw new Error(`These books do not agree: ${broken.map(({ name }) => name).join(', ')}.`);
    }
    const checked = checks.reduce((sum, check) => sum + check.checked, 0);
    return `${path} of ${report.createdAt}: ${report.rows} rows of ${report.tables} tables, ${checked} records checked`;
  } finally {
    await scratch.remove();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { server: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [given, ...rest] = positionals;
  if (values.help || given === undefined || rest.length > 0) {
    (values.help ? console.log : console.error)(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const config = loadConfig(process.env, processorSettings);
  const log = createLog('warn');
  const proof = await drill(await newestBackup(given), values.server, config, log);
  console.log(`${proof}.\nAll books agree.`);
  await recordMaintenance(config, log, 'restore_drill', proof);
}

main().catch((error: unknown) => {
  console.error(`The drill failed. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
