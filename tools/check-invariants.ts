import { loadConfig } from '../src/config.js';
import { checkInvariants } from '../src/domains/ops/check-invariants.js';
import { processorSettings } from '../src/domains/payments/index.js';
import { connect } from '../src/platform/database/connect.js';
import { createLog } from '../src/platform/log.js';
import { openDatabase } from './support/open-database.js';

/** Prints one line per check and store; exits with 1 if a check fails. */
const config = loadConfig(process.env, processorSettings);
const log = createLog('warn');
const database = await openDatabase(config, log);
const { db, close } = connect(database.url, { poolSize: 1, log });
try {
  const checks = await checkInvariants(db);
  console.table(
    checks.map(({ name, store_id, checked, offending, ids }) => ({
      check: name,
      store: store_id ?? 'all',
      checked,
      offending,
      ids: ids.join(' '),
    })),
  );
  const broken = checks.filter(check => check.offending > 0);
  for (const { name, description } of broken)
    console.error(`${name} does not hold: ${description}`);
  if (broken.length === 0) console.log('All books agree.');
  else process.exitCode = 1;
} finally {
  await close();
  await database.close();
}
