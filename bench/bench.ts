import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { connect } from '../src/platform/database/connect.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/platform/database/embedded/index.js';
import type { Db } from '../src/platform/database/tx.js';
import { createLog } from '../src/platform/log.js';
import { makeTempFolder } from '../test/support/postgres.js';
import {
  callService,
  freePort,
  type ServiceProcess,
  startService,
} from '../test/support/process.js';
import { type Caller, caller, type Sample } from './load.js';

/** One line of the table: what was measured, and what it is compared with. */
export type Row = {
  scenario: string;
  measure: string;
  value: string;
  ratio: string;
  target: string;
};

export type Bench = {
  db: Db;
  url: string;
  service: ServiceProcess;
  call: Caller;
  quick: boolean;
  repetitions: number;
  seconds: number;
  /** A till that is logged in. */
  till(terminal: string): Promise<string>;
  manager(): Promise<string>;
};

const LANES = 8;

/** What senders of webhooks sign with. */
export const SECRETS = { primary: 'bench-primary-secret', content: 'bench-content-secret' };

/** A real PostgreSQL with fsync on, and the service in a process of its own, on one core if the system lets it. */
export async function withBench(
  quick: boolean,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const dataDir = await makeTempFolder();
  const log = createLog('silent');
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log });
  const service = await startService({
    DATABASE_URL: postgres.url,
    DEMO_DATA: 'true',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    PRIMARY_WEBHOOK_SECRET: SECRETS.primary,
    CMS_WEBHOOK_SECRET: SECRETS.content,
  });
  pin(service.pid, '0');
  pin(process.pid, '1');
  const { db, close } = connect(postgres.url, { poolSize: LANES, log });
  const call = caller(service.url, 64);
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
      repetitions: quick ? 1 : 3,
      seconds: quick ? 2 : 6,
      till: terminal =>
        logIn('/pos/auth/terminal-login/', {
          employee_id: 'EMP001',
          pin_code: '1234',
          store_id: 'DOWNTOWN',
          terminal_id: terminal,
        }),
      manager: () => logIn('/auth/login/', { username: 'manager', password: 'manager-demo' }),
    });
  } finally {
    call.close();
    await close();
    await service.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Server on one core, client on the other; where `taskset` is missing, both share what there is. */
export function pin(pid: number, cores: string): void {
  spawn('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' }).on(
    'error',
    () => undefined,
  );
}

export { LANES };

export const perSecond = (value: number): string => `${value.toFixed(0)}/s`;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
/** A sample as the table shows it. */
export const told = (sample: Sample): string =>
  `${perSecond(sample.perSecond)}, p50 ${ms(sample.p50)}, p99 ${ms(sample.p99)}`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;
