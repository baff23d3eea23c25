import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { createLog } from '../../src/platform/log.js';
import { makeTempFolder } from '../../test/support/postgres.js';
import { freePort } from '../../test/support/process.js';
import { pin, SERVICE_CORE } from '../bench.js';

export const VENDURE = '3.7.3';

/** Newer versions of the overridden packages need a newer Node than the service. */
const MANIFEST = {
  private: true,
  type: 'module',
  dependencies: { '@vendure/core': VENDURE, pg: '8.23.1' },
  overrides: {
    '@graphql-tools/batch-delegate': '10.0.18',
    '@graphql-tools/batch-execute': '10.0.8',
    '@graphql-tools/delegate': '12.0.12',
    '@graphql-tools/merge': '9.1.7',
    '@graphql-tools/schema': '10.0.31',
    '@graphql-tools/stitch': '10.1.16',
    '@graphql-tools/wrap': '11.1.12',
  },
};

export type Vendure = {
  url: string;
  pid: number;
  /** The administrator's password for this run. */
  password: string;
  /** Runs work while Vendure is paused (SIGSTOP) and uses no core. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>;
};

/** Installs and starts a Vendure shop with its own PostgreSQL; removes everything afterwards. */
export async function withVendure<T>(
  signal: AbortSignal,
  work: (vendure: Vendure) => Promise<T>,
): Promise<T> {
  const folder = await makeTempFolder();
  try {
    await install(join(folder, 'vendure'), signal);
    const dataDir = join(folder, 'data');
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
    try {
      return await withServer(join(folder, 'vendure'), postgres.url, signal, work);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function install(folder: string, signal: AbortSignal): Promise<void> {
  console.log(`… installing Vendure ${VENDURE} into a temporary folder`);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
  await copyFile(new URL('vendure-server.mjs', import.meta.url), join(folder, 'server.mjs'));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', args, { cwd: folder, signal, stdio: ['ignore', 'ignore', 'inherit'] });
  let failure: Error | undefined;
  npm.once('error', error => {
    failure = error;
  });
  // Also waits after an abort: npm still writes into the folder that is removed next.
  const code = await new Promise(resolve => npm.once('close', resolve));
  if (failure) throw failure;
  if (code !== 0) throw new Error(`npm install ended with ${code}`);
}

async function withServer<T>(
  folder: string,
  databaseUrl: string,
  signal: AbortSignal,
  work: (vendure: Vendure) => Promise<T>,
): Promise<T> {
  console.log('… starting a shop on it');
  const port = await freePort();
  const password = randomUUID();
  const server = fork(join(folder, 'server.mjs'), {
    cwd: folder,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      VERBOSE: process.env.VERBOSE,
      NODE_ENV: 'production',
      // A benchmark must not send telemetry.
      VENDURE_DISABLE_TELEMETRY: 'true',
      DATABASE_URL: databaseUrl,
      ADMIN_PASSWORD: password,
      PORT: String(port),
    },
  });
  const ended = once(server, 'exit');
  try {
    await untilReady(server, signal);
    const pid = server.pid ?? 0;
    await pin(pid, SERVICE_CORE);
    const url = `http://127.0.0.1:${port}`;
    return await work({ url, pid, password, whilePaused: run => whilePaused(pid, run) });
  } finally {
    server.kill('SIGTERM');
    const tooLate = setTimeout(() => server.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(tooLate);
  }
}

const READY_WITHIN_MS = 120_000;

async function untilReady(server: ChildProcess, signal: AbortSignal): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(READY_WITHIN_MS)]);
  const ended = once(server, 'exit', { signal: until }).then(([code]) => {
    throw new Error(`Vendure ended with ${code} before it was ready`);
  });
  await Promise.race([once(server, 'message', { signal: until }), ended]);
  ended.catch(() => undefined);
}

/** Work after the last answer is done by then. */
const IDLE_AFTER_MS = 500;

async function whilePaused<T>(pid: number, work: () => Promise<T>): Promise<T> {
  await sleep(IDLE_AFTER_MS);
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
