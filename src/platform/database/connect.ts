import pg from 'pg';
import type { Log } from '../log.js';
import type { SessionAttrs } from './database-url.js';
import { createKysely } from './executor.js';
import { clientTarget } from './host-set.js';
import { PreparingClient, type PreparingConfig } from './preparing-client.js';
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

/** `transaction`: PgBouncer with `pool_mode = transaction`. */
export type Pooler = 'none' | 'transaction';

export type Connection = { db: Db; pool: pg.Pool; close(): Promise<void> };

export type ConnectOptions = {
  poolSize: number;
  log: Log;
  /** Plans each execution for its values; for rare, large queries such as reports. */
  customPlans?: boolean;
  /** A connection whose server is silent for longer is dropped. */
  responseTimeoutMs?: number;
  /** A pooler in between gives each transaction another session. */
  pooler?: Pooler;
  /** Called for each commit that may not have reached the synchronous standby. */
  onUnreplicated?: () => void;
  /** The sessions that the hosts of a list must accept if the URL does not say; read-write. */
  listAttrs?: SessionAttrs;
};

export function connect(url: string, options: ConnectOptions): Connection {
  const config: pg.PoolConfig & PreparingConfig = {
    ...clientTarget(url, options.listAttrs),
    Client: PreparingClient,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'tillhouse',
    ...(options.pooler === 'transaction' ? { namesStatements: false } : sessionSettings(options)),
    keepAlive: true,
    types,
    responseTimeoutMs: options.responseTimeoutMs,
    onUnreplicated: () => {
      options.log.error('a commit may not have reached the standby; its outcome is unknown');
      options.onUnreplicated?.();
    },
  };
  const pool = new pg.Pool(config);
  // The pool replaces broken connections; an 'error' event without a listener would end the process.
  // The pool emits it for idle connections only, so each client needs a listener of its own.
  const broke = (error: Error): void =>
    options.log.warn({ reason: error.message }, 'a database connection broke');
  pool.on('error', broke);
  pool.on('connect', client => client.on('error', broke));
  const db = createKysely(pool);
  return { db, pool, close: () => db.destroy() };
}

/** A pooler refuses settings of a session, so there they are settings of the role. */
export const sessionSettings = ({
  customPlans,
}: Pick<ConnectOptions, 'customPlans'>): pg.ClientConfig => ({
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  ...(!customPlans && { options: GENERIC_PLANS }),
});

/** Shutting down, starting, too many sessions, out of disk or memory, demoted: worth a retry later. */
const UNAVAILABLE_STATES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53200',
  '53300',
  '25006',
  '25P03',
]);
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
