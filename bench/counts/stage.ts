import { rm } from 'node:fs/promises';
import pg from 'pg';
import { connect } from '../../src/platform/database/connect.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import type { Db } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { makeQuickFolder } from '../../test/support/postgres.js';
import { freePort, startService } from '../../test/support/process.js';
import { isIdle, untilIdle } from '../idle.js';
import type { Caller } from '../load.js';
import { openRecorder } from '../recorder.js';

/**
 * A cluster whose log holds the work of the sales and nothing else: no page images, no vacuum, no
 * checkpoint in between. Statements inside functions and foreign-key checks are counted too.
 */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.max': '20000',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '1d',
  max_wal_size: '8GB',
  wal_keep_size: '2GB',
};

/** A shop in which requests and the work behind them run one after the other. */
export type Stage = {
  /** Serves requests in this process and does no background work. */
  call: Caller;
  /** The connections with which it serves them. */
  shop: Db;
  /** Reads the counters with a role of its own, so that its statements are not counted. */
  counters: Db;
  /** Lets the background service run until nothing is left to do. */
  drain(): Promise<void>;
};

export async function openStage(): Promise<Stage & { close(): Promise<void> }> {
  const dataDir = await makeQuickFolder();
  const log = createLog('silent');
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS });
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a-secret-for-measuring-only-0123456789',
    LOG_LEVEL: 'warn',
  };
  const port = String(await freePort());
  const background = await startService({ ...env, DEMO_DATA: 'true', PORT: port }).catch(
    async (error: unknown) => {
      await postgres.stop();
      throw error;
    },
  );
  const front = await openRecorder(env, log);
  const counters = connect(await counterUrl(postgres.url), { poolSize: 2, log });
  const drain = async (): Promise<void> => {
    process.kill(background.pid, 'SIGCONT');
    await untilIdle(counters.db, DRAINED_WITHIN_MS);
    if (!(await isIdle(counters.db))) throw new Error(`busy after ${DRAINED_WITHIN_MS} ms`);
    process.kill(background.pid, 'SIGSTOP');
  };
  const close = async (): Promise<void> => {
    process.kill(background.pid, 'SIGCONT');
    await front.close();
    await counters.close();
    await background.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { call: front.call, shop: front.platform.db, counters: counters.db, drain, close };
}

const DRAINED_WITHIN_MS = 120_000;

export const COUNTER = 'counter';

async function counterUrl(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension pg_stat_statements');
  await client.query('create extension pg_walinspect');
  await client.query(`create role ${COUNTER} superuser login password '${COUNTER}'`);
  await client.end();
  const own = new URL(url);
  own.username = COUNTER;
  own.password = COUNTER;
  return own.href;
}
