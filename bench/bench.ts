import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connect, GENERIC_PLANS } from '../src/platform/database/connect.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/platform/database/embedded/index.js';
import { PreparingClient } from '../src/platform/database/preparing-client.js';
import { type Db, statement } from '../src/platform/database/tx.js';
import { createLog } from '../src/platform/log.js';
import { projectRoot } from '../src/platform/root.js';
import { makeTempFolder } from '../test/support/postgres.js';
import {
  callService,
  freePort,
  type ServiceProcess,
  startService,
} from '../test/support/process.js';
import { untilIdle } from './idle.js';
import { type Caller, type Cost, caller, type Sample } from './load.js';
import { type Minimal, openMinimal } from './minimal/minimal.js';
import {
  cpuMs,
  familyCpuMs,
  isPinned,
  type Memory,
  memoryOf,
  ownCpuMs,
  parentOf,
  pin,
} from './proc.js';
import { openRecorder, type Recorder } from './recorder.js';

/** One row of the table. */
export type Row = {
  scenario: string;
  measure: string;
  value: string;
  ratio: string;
  target: string;
  /** The raw figures, for charts and comparisons. */
  sample?: Sample;
  statements?: number;
  /** Processor time of service and database relative to the database of the minimal shop. */
  mainRatio?: number;
  /** Time per iteration relative to the limit; shown in the chart. */
  timesLimit?: number;
};

export type Bench = {
  db: Db;
  url: string;
  service: ServiceProcess;
  call: Caller;
  quick: boolean;
  repetitions: number;
  seconds: number;
  /** Connections of the bare loops, one per lane. */
  bare: readonly pg.Client[];
  /** A second service in this process, whose statements can be recorded. */
  recorder: Recorder;
  /** A small shop on the same server; undefined without pgbench. */
  minimal(): Promise<Minimal | undefined>;
  /** Processor time so far of the service, the database and the client. */
  meter(): Cost;
  memory(): Memory;
  /** Waits until all background work is done; returns the time it took in ms. */
  untilIdle(): Promise<number>;
  /** Runs work while the service is paused (SIGSTOP); deletes the outbox rows it wrote. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>;
  /** Logs a till in and returns its token. */
  till(terminal: string): Promise<string>;
  manager(): Promise<string>;
};

const LANES = 8;
const SERVICE_CORE = '0';
const CLIENT_CORE = '1';

/** Gives the client the core of the service as well: a browser is many processes. */
export async function onBothCores<T>(run: () => Promise<T>): Promise<T> {
  await pin(process.pid, `${SERVICE_CORE},${CLIENT_CORE}`);
  try {
    return await run();
  } finally {
    await pin(process.pid, CLIENT_CORE);
  }
}

/** Secrets that sign the webhooks. */
export const SECRETS = { primary: 'bench-primary-secret', content: 'bench-content-secret' };

const RESULTS = join(projectRoot, 'bench', 'results');

/** The folder for results; created on first use. */
export function resultsFolder(): string {
  mkdirSync(RESULTS, { recursive: true });
  return RESULTS;
}

export type Options = { quick: boolean; profile: boolean };

/** The conditions of a run. */
export type Circumstances = { pinned: boolean; postgres: string; memory: Memory };

/** Starts PostgreSQL with fsync on and the service in its own process, pinned to a core if possible. */
export async function withBench(
  { quick, profile }: Options,
  work: (bench: Bench) => Promise<void>,
): Promise<Circumstances> {
  const dataDir = await makeTempFolder();
  const log = createLog('silent');
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log });
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a-secret-for-measuring-only-0123456789',
    LOG_LEVEL: 'warn',
    PRIMARY_WEBHOOK_SECRET: SECRETS.primary,
    CMS_WEBHOOK_SECRET: SECRETS.content,
  };
  const service = await startService({
    ...env,
    DEMO_DATA: 'true',
    PORT: String(await freePort()),
    ...(profile && {
      NODE_OPTIONS: `--import=${new URL('profiler.mjs', import.meta.url).href}`,
      PROFILE_FOLDER: resultsFolder(),
    }),
  });
  await pin(service.pid, SERVICE_CORE);
  await pin(process.pid, CLIENT_CORE);
  const { db, close } = connect(postgres.url, { poolSize: LANES, log });
  const recorder = await openRecorder(env, log);
  const bare = await Promise.all(Array.from({ length: LANES }, () => connected(postgres.url)));
  const postmaster = parentOf(await backendPid(db));
  const call = caller(service.url, 64);
  let minimal: Promise<Minimal | undefined> | undefined;
  const logIn = async (path: string, body: object): Promise<string> => {
    const answer = await callService(service.url, 'POST', path, { body });
    return answer.body.token ?? answer.body.access;
  };
  try {
    await work({
      db,
      url: service.url,
      service,
      call,
      quick,
      bare,
      recorder,
      repetitions: quick ? 1 : 3,
      seconds: quick ? 1 : 3,
      minimal: () => {
        minimal ??= openMinimal(postgres.url, LANES);
        return minimal;
      },
      meter: () => ({
        service: cpuMs(service.pid),
        database: familyCpuMs(postmaster),
        client: ownCpuMs(),
      }),
      memory: () => memoryOf(service.pid),
      untilIdle: () => untilIdle(db),
      whilePaused: run => whilePaused(service.pid, db, run),
      till: terminal =>
        logIn('/pos/auth/terminal-login/', {
          employee_id: 'EMP001',
          pin_code: '1234',
          store_id: 'DOWNTOWN',
          terminal_id: terminal,
        }),
      manager: () => logIn('/auth/login/', { username: 'manager', password: 'manager-demo' }),
    });
    const [version] = await statement<{ server_version: string }>(db, 'show server_version');
    return {
      pinned: isPinned(service.pid, SERVICE_CORE) && isPinned(process.pid, CLIENT_CORE),
      postgres: version?.server_version ?? 'unknown',
      memory: memoryOf(service.pid),
    };
  } finally {
    call.close();
    await Promise.all(bare.map(client => client.end()));
    await (await minimal)?.close();
    await recorder.close();
    await close();
    await service.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** BENCH_OWN_CLIENT makes the bare loops use the service's client, which omits repeated Describes. */
const Client = process.env.BENCH_OWN_CLIENT ? PreparingClient : pg.Client;

async function connected(url: string): Promise<pg.Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'bench',
    options: GENERIC_PLANS,
  });
  await client.connect();
  return client;
}

async function backendPid(db: Db): Promise<number> {
  const [row] = await statement<{ pid: number }>(db, 'select pg_backend_pid() as pid');
  return row?.pid ?? 0;
}

/** Pauses the service once it is idle, so that it uses no core and holds no lock. */
async function whilePaused<T>(pid: number, db: Db, work: () => Promise<T>): Promise<T> {
  await untilIdle(db);
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    await statement(db, 'delete from outbox');
    process.kill(pid, 'SIGCONT');
  }
}

export { LANES, pin, SERVICE_CORE };

export const perSecond = (value: number): string => `${value.toFixed(0)}/s`;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
/** A sample as shown in the table. */
export const formatSample = (sample: Sample): string =>
  `${perSecond(sample.perSecond)}, p50 ${ms(sample.p50)}, p99 ${ms(sample.p99)}`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;
