import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/index.js';
import { type ServiceProcess, startServiceProcess } from './embedded-process.js';
import { makeQuickFolder, makeTempFolder } from './postgres.js';

const execute = promisify(execFile);
export const isRoot = process.getuid?.() === 0;
const quiet = { info() {}, warn() {}, error() {} };

const folders: string[] = [];
const services: ServiceProcess[] = [];
const embedded: EmbeddedPostgres[] = [];
const clusters = new Set<string>();

export async function tempFolder(): Promise<string> {
  const folder = await makeQuickFolder();
  folders.push(folder);
  return folder;
}

/** For executables: memory file systems are often mounted noexec. */
export async function programFolder(): Promise<string> {
  const folder = await makeTempFolder();
  folders.push(folder);
  return folder;
}

let template: string | undefined;

/** A DATA_DIR with an initialized cluster; copying one takes a tenth of the time of initdb. */
export async function initializedDataDir(): Promise<string> {
  template ??= await makeTemplate();
  const dataDir = await tempFolder();
  // Unlike fs.cp, `cp -a` keeps the owners.
  await execute('cp', ['-a', join(template, 'postgres'), dataDir]);
  return dataDir;
}

async function makeTemplate(): Promise<string> {
  const dataDir = await makeQuickFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  await postgres.stop();
  return dataDir;
}

export async function removeTemplate(): Promise<void> {
  if (template) await rm(template, { recursive: true, force: true });
  template = undefined;
}

export async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  embedded.push(postgres);
  clusters.add(postgres.folder);
  return postgres;
}

export function startProcess(options: Parameters<typeof startServiceProcess>[0]): ServiceProcess {
  const service = startServiceProcess(options);
  services.push(service);
  return service;
}

/** The details of a service process; throws if it refused to start. */
export async function started(service: ServiceProcess) {
  const outcome = await service.outcome;
  if (!outcome.started) throw new Error(outcome.refused);
  clusters.add(outcome.started.folder);
  return outcome.started;
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

export async function sellTea(url: string): Promise<void> {
  await query(url, "CREATE TABLE sales (item text); INSERT INTO sales VALUES ('tea')");
}

export async function salesIn(url: string): Promise<unknown[]> {
  return (await query(url, 'SELECT item FROM sales')).map(row => row.item);
}

export async function programOf(pid: number): Promise<string> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0')[0] ?? '';
}

/** False for a zombie, whose command line is empty. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await programOf(pid)) !== '';
}

/** Stops every server and removes every folder that the test started or created. */
export async function cleanUp(): Promise<void> {
  for (const postgres of embedded.splice(0)) await postgres.stop();
  for (const service of services.splice(0)) await service.end('SIGKILL');
  for (const folder of clusters) {
    const text = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number.parseInt(text, 10);
    if (!(pid > 0) || !(await isRunning(pid))) continue;
    process.kill(pid, 'SIGQUIT');
    while (await isRunning(pid)) await sleep(20);
  }
  clusters.clear();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
