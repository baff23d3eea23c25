import { setTimeout as sleep } from 'node:timers/promises';
import { createService, work } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { processorSettings } from '../src/domains/payments/index.js';
import { connect } from '../src/platform/database/connect.js';
import { atomically, type Db } from '../src/platform/database/tx.js';
import { addJobs } from '../src/platform/jobs/add-jobs.js';
import { isWorkerAlive, jobByKey } from '../src/platform/jobs/repository.js';
import { cronKey } from '../src/platform/jobs/worker.js';
import { createLog } from '../src/platform/log.js';
import { openDatabase } from './support/open-database.js';

const TIMEOUT_MS = 10 * 60_000;
const POLL_MS = 200;

const [name] = process.argv.slice(2);
const known = work.schedules.some(schedule => schedule.job === name);
if (name !== undefined && known) await runJob(name);
else {
  const list = work.schedules.map(({ job, cron }) => `  ${cron.padEnd(14)}${job}`).sort();
  const names = `Scheduled jobs (cron in UTC):\n${list.join('\n')}`;
  if (name === undefined) console.log(`npm run job -- NAME\n\n${names}`);
  else {
    console.error(`There is no job ${name}.\n\n${names}`);
    process.exitCode = 1;
  }
}

/**
 * Enqueues the job if a node is running, so that it runs there and is retried like any other job;
 * otherwise runs it in this process.
 */
async function runJob(name: string): Promise<void> {
  const config = loadConfig(process.env, processorSettings);
  const log = createLog('warn');
  const database = await openDatabase(config, log);
  const { db, close } = connect(database.url, { poolSize: 2, log });
  try {
    const isAlive = await isWorkerAlive(db).catch(() => false);
    if (isAlive) await runOnNode(db, name);
    else {
      const service = await createService({
        config,
        databaseUrl: database.url,
        log,
        background: false,
      });
      await work.jobs
        .find(job => job.name === name)
        ?.run(service.platform, {})
        .finally(() => service.close());
    }
    console.log(`${name} is done${isAlive ? ', by a running node' : ''}.`);
  } catch (error) {
    console.error(`${name} failed. ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await close();
    await database.close();
  }
}

async function runOnNode(db: Db, name: string): Promise<void> {
  const key = cronKey(name);
  await atomically(db, tx => addJobs(tx, [{ name, key, maxAttempts: 3 }]));
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(POLL_MS)) {
    const job = await jobByKey(db, key);
    if (job === undefined) return;
    if (job.attempts > 0 && job.locked_at === null) throw new Error(job.last_error ?? 'unknown');
  }
  throw new Error('It is still running; GET /ops/jobs/?state=running shows it.');
}
