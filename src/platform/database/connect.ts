import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.js';
import { tracedStatement } from '../tracing/statement.js';
import type { DB } from './tables.js';
import { type Db, sqlState } from './tx.js';

/** Beyond this many distinct texts a statement is sent unnamed, so that no session grows without end. */
const MAX_PREPARED = 1_000;
/** Also how long a request waits for a free connection: a burst queues, it does not fail. */
export const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** By then the server would have given up on the statement and said so. */
const ANSWER_WITHIN_MS = STATEMENT_TIMEOUT_MS + 5_000;

const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= MAX_PREPARED) return known;
  const name = `s${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
  statementNames.set(text, name);
  return name;
}

export type WatchedConfig = pg.ClientConfig & { answerWithinMs?: number };

const LONGER = /^set local statement_timeout = '(\d+)min'$/;

/**
 * A connection whose server is silent for longer than any statement may take is dead: the host or
 * the network between has vanished without a word, and the kernel would wait a quarter of an hour.
 */
export class WatchedClient extends pg.Client {
  readonly #withinMs: number;
  #owed = 0;
  #heardAt = 0;
  #longerMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(config?: WatchedConfig) {
    super(config);
    this.#withinMs = config?.answerWithinMs ?? ANSWER_WITHIN_MS;
  }

  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override query(...args: any[]): any {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const asked = Reflect.apply(super.query, this, args);
      const heard = this.ask(text);
      asked.then(heard, heard);
      return asked;
    }
    const heard = this.ask(text);
    const told = (...results: unknown[]): void => {
      heard();
      callback(...results);
    };
    return Reflect.apply(super.query, this, [...args.slice(0, -1), told]);
  }

  #noteTimeout(text: string): void {
    const minutes = LONGER.exec(text)?.[1];
    if (minutes !== undefined) this.#longerMs = Number(minutes) * 60_000;
    else if (text === 'commit' || text === 'rollback') this.#longerMs = 0;
  }

  /** Returns what to call when the answer is there. */
  protected ask(text: string): () => void {
    this.#noteTimeout(text);
    if (this.#owed === 0) this.#heardAt = performance.now();
    this.#owed += 1;
    this.#timer ??= setTimeout(() => this.#look(), this.#withinMs).unref();
    return () => {
      this.#owed -= 1;
      this.#heardAt = performance.now();
    };
  }

  #look(): void {
    this.#timer = undefined;
    if (this.#owed === 0) return;
    const leftMs = this.#withinMs + this.#longerMs - (performance.now() - this.#heardAt);
    const nextMs = Math.min(leftMs, this.#withinMs);
    if (leftMs > 0) this.#timer = setTimeout(() => this.#look(), nextMs).unref();
    else this.#drop();
  }

  /** Everybody who waits for this connection is told that it broke. */
  #drop(): void {
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    connection.stream.destroy();
  }
}

/**
 * Sends every statement with parameters as a named one: PostgreSQL parses and plans it once per
 * connection. A schema change can outdate such a plan ("cached plan must not change result
 * type"); the connection then starts over with new names.
 */
class PreparingClient extends WatchedClient {
  #generation = 0;

  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override query(...args: any[]): any {
    const [text, values, callback] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
      return Reflect.apply(super.query, this, args);
    }
    const base = statementName(text);
    const name = base === undefined || this.#generation === 0 ? base : `${base}${this.#generation}`;
    return tracedStatement(text, () => this.#send(name, text, values)).catch((error: unknown) => {
      if (sqlState(error) === '0A000') this.#generation += 1;
      // Leads to who asked, instead of to the socket that brought the answer.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  /** As the driver does it with a configuration, which it would copy property by property. */
  #send(name: string | undefined, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const heard = this.ask(text);
    return new Promise((resolve, reject) => {
      const told = (error: Error | null, result: pg.QueryResult): void => {
        heard();
        if (error) reject(error);
        else resolve(result);
      };
      const query = Object.assign(new pg.Query(text, values), { name, callback: told });
      Reflect.apply(pg.Client.prototype.query, this, [query]);
    });
  }
}

const { builtins } = pg.types;
const parsers = new Map<number, (text: string) => unknown>([
  // Sequence numbers and counts stay far below 2^53.
  [builtins.INT8, Number],
  // A calendar date has no time zone: it stays the text it is.
  [builtins.DATE, text => text],
]);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text'),
} as pg.CustomTypesConfig;

/**
 * A prepared statement keeps one plan for all values. Left to itself PostgreSQL plans those on
 * tables with months anew each time, which takes longer than running them.
 */
export const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

export type Connection = { db: Db; pool: pg.Pool; close(): Promise<void> };

export type ConnectOptions = {
  poolSize: number;
  log: Log;
  /** For rare and large questions, whose best plan depends on what is asked for. */
  plansEachTime?: boolean;
  /** A connection that is silent for longer is given up. */
  answerWithinMs?: number;
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
    ...(!options.plansEachTime && { options: PLANNED_ONCE }),
    keepAlive: true,
    types,
    answerWithinMs: options.answerWithinMs,
  } as pg.PoolConfig);
  // A connection that breaks is simply replaced; without a listener it would end the process. One
  // that is in use breaks by itself, not through its pool.
  const broke = (error: Error): void =>
    options.log.warn({ reason: error.message }, 'a database connection broke');
  pool.on('error', broke);
  pool.on('connect', client => client.on('error', broke));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
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
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error) ?? '';
  return (
    AWAY_STATES.has(state) ||
    state.startsWith('08') ||
    AWAY_CODES.has(state) ||
    AWAY_MESSAGE.test(error.message)
  );
}
