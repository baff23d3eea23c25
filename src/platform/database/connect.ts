import pg from 'pg';
import type { Log } from '../log.js';
import { createKysely } from './executor.js';
import { PreparingClient } from './preparing-client.js';
import { type Db, sqlState } from './tx.js';
import { types } from './types.js';
import { STATEMENT_TIMEOUT_MS } from './watched-client.js';

/** Also the longest wait for a free connection: a burst of requests queues instead of failing. */
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * One generic plan per prepared statement. By default PostgreSQL replans statements on partitioned
 * tables at each execution, which takes longer than running them.
 */
export const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';

export type Connection = { db: Db; pool: pg.Pool; close(): Promise<void> };

export type ConnectOptions = {
  poolSize: number;
  log: Log;
  /** Plans each execution for its values; for rare, large queries such as reports. */
  customPlans?: boolean;
  /** A connection whose server is silent for longer is dropped. */
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
  // The pool replaces broken connections; an 'error' event without a listener would end the process.
  // The pool emits it for idle connections only, so each client needs a listener of its own.
  const broke = (error: Error): void =>
    options.log.warn({ reason: error.message }, 'a database connection broke');
  pool.on('error', broke);
  pool.on('connect', client => client.on('error', broke));
  const db = createKysely(pool);
  return { db, pool, close: () => db.destroy() };
}

/** Shutting down, starting, too many sessions, out of disk or memory: worth a retry later. */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '53100', '53200', '53300', '25P03']);
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const UNAVAILABLE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|connection ended|not queryable/i;

/** True when the database cannot be reached, false when it rejected the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error) ?? '';
  return (
    UNAVAILABLE_STATES.has(state) ||
    state.startsWith('08') ||
    UNAVAILABLE_CODES.has(state) ||
    UNAVAILABLE_MESSAGE.test(error.message)
  );
}
