import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { GENERIC_PLANS } from '../../src/platform/database/connect.js';
import type { Sample } from '../load.js';
import { childrenCpuMs } from '../proc.js';
import { findPgbench } from './pgbench.js';

/** The scripts of the minimal shop; each is one iteration of a scenario. */
export type Script = 'guest-checkout' | 'till-sale' | 'till-sale-at-once' | 'new-cart' | 'list';

/** Whole seconds, or iterations of each client. */
export type Length = { seconds: number } | { rounds: number };

const optionOf = (length: Length): string[] =>
  'seconds' in length ? ['-T', String(length.seconds)] : ['-t', String(length.rounds)];

/** A small shop of its own in the measured cluster, written in plain SQL and run by pgbench. */
export type Minimal = {
  /** Runs a script and moves all events it left; `databaseMs` is the processor meter. */
  load(script: Script, length: Length, databaseMs: () => number): Promise<Sample>;
  /** Throws if stock, orders, payments and events do not agree. */
  checkBooks(): Promise<void>;
  close(): Promise<void>;
};

const DATABASE = 'minimal_shop';
const EVENTS_AT_ONCE = 500;

const sql = (name: string): string => new URL(`${name}.sql`, import.meta.url).pathname;

/** Undefined, with a warning, where pgbench is neither installed nor installable. */
export async function openMinimal(url: string, lanes: number): Promise<Minimal | undefined> {
  const pgbench = await findPgbench();
  if (pgbench === undefined) return undefined;
  const shopUrl = new URL(url);
  shopUrl.pathname = `/${DATABASE}`;
  await run(url, `create database ${DATABASE}`);
  const client = new pg.Client({ connectionString: shopUrl.href });
  await client.connect();
  await client.query(readFileSync(sql('schema'), 'utf8'));
  return {
    load: async (script, length, databaseMs) => {
      if (script === 'list' && (await isEmpty(client))) {
        await runScript(pgbench, shopUrl.href, 'till-sale', { rounds: 100 }, lanes);
      }
      await moveEvents(client);
      // As in a shop that has been open for days.
      await client.query('vacuum analyze');
      const before = databaseMs();
      const ran = await runScript(pgbench, shopUrl.href, script, length, lanes);
      await moveEvents(client);
      const database = (databaseMs() - before) / ran.count;
      return { ...ran, cost: { service: 0, database, client: ran.clientMs } };
    },
    checkBooks: () => checkBooks(client),
    close: async () => {
      await client.end();
      await run(url, `drop database ${DATABASE}`);
    },
  };
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

const isEmpty = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select from orders limit 1')).rowCount === 0;

async function moveEvents(client: pg.Client): Promise<void> {
  const move = async (): Promise<number> =>
    Number((await client.query(`select move_events(${EVENTS_AT_ONCE}) as n`)).rows[0]?.n);
  while ((await move()) === EVENTS_AT_ONCE);
}

type Ran = { perSecond: number; p50: number; p99: number; count: number; clientMs: number };

/** pgbench inherits the client's core. It writes one line per iteration with its time in µs. */
async function runScript(
  pgbench: string,
  url: string,
  script: Script,
  length: Length,
  lanes: number,
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-pgbench-'));
  try {
    const clientBefore = childrenCpuMs();
    const begun = performance.now();
    const child = spawn(
      pgbench,
      ['-n', '-M', 'prepared', '-c', String(lanes), '-j', '1', ...optionOf(length)].concat([
        '-l',
        '--log-prefix',
        join(folder, 'log'),
        '-f',
        sql(script),
        url,
      ]),
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        // The service's connections have the same option.
        env: { ...process.env, PGOPTIONS: GENERIC_PLANS },
      },
    );
    let printed = '';
    child.stderr.on('data', chunk => {
      printed += chunk;
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`pgbench ended with ${code}:\n${printed}`);
    const seconds = 'seconds' in length ? length.seconds : (performance.now() - begun) / 1_000;
    const times = await timesIn(folder);
    const clientMs = (childrenCpuMs() - clientBefore) / times.length;
    const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
    const perSecond = times.length / seconds;
    return { perSecond, p50: at(0.5), p99: at(0.99), count: times.length, clientMs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sorted, in ms. */
async function timesIn(folder: string): Promise<number[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap(text => text.trim().split('\n'));
  if (lines.length === 0 || lines[0] === '') throw new Error('pgbench ran no iteration');
  return lines.map(line => Number(line.split(' ')[2]) / 1_000).sort((a, b) => a - b);
}

async function checkBooks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rule: string; broken: number }>(
    readFileSync(sql('books'), 'utf8'),
  );
  const broken = rows.filter(row => row.broken > 0);
  if (broken.length > 0) {
    throw new Error(
      `the minimal shop: ${broken.map(row => `${row.broken} ${row.rule}`).join('; ')}`,
    );
  }
}
