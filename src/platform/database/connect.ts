import pg from 'pg';
import type { Log } from '../log.js';
import { createKysely } from './executor.js';
import { PreparingClient } from './preparing-client.js';
import { type Db, sqlState } from './tx.js';
import { types } from './types.js';
import { STATEMENT_TIMEOUT_MS } from './watched-client.js';

/** Also how long a request waits for a free connection: a burst queues, it does not fail. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A prepared statement keeps one plan for all values. Left to itself PostgreSQL plans those on
 * tables with months anew each time, which takes longer than running them.
 */
export const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';

export type Connection = { db: Db; pool: pg.Pool; close(): Promise<void> };

export type ConnectOptions = {
  poolSize: number;
  log: Log;
  /** For rare and large questions, whose best plan depends on what is asked for. */
  customPlans?: boolean;
  /** A connection that is silent for longer is given up. */
  responseTimeoutMs?: number;
};

export function connect(url: string, options: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PreparingClient,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'tillhouse',
    ...(!options.customPlans && { options: GENERIC_PLANS }),
    keepAlive: true,
    types,
    responseTimeoutMs: options.responseTimeoutMs,
  } as pg.PoolConfig);
  // A connection that breaks is simply replaced; without a listener it would end the process. One
  // that is in use breaks by itself, not through its pool.
  const broke = (error: Error): void =>
    options.log.warn({ reason: error.message }, 'a database connection broke');
  pool.on('error', broke);
  pool.on('connect', client => client.on('error', broke));
  const db = createKysely(pool);
  return { db, pool, close: () => db.destroy() };
}

/** Shut down, starting, full of sessions, out of disk or memory: all of it passes. */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '53100', '53200', '53300', '25P03']);
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const AWAY_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection ended|not queryable/i;

/** True when an error says that the database cannot be reached, as opposed to refusing the work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error) ?? '';
  return (
    AWAY_STATES.has(state) ||
    state.startsWith('08') ||
    AWAY_CODES.has(state) ||
    AWAY_MESSAGE.test(error.message)
  );
}
