import { createHash } from 'node:crypto';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { tracedStatement } from '../tracing/statement.js';
import { Batch, type PendingStatement, type RowShapes } from './batch.js';
import { isPlanStale, isReadOnlyHost } from './retry.js';
import { types } from './types.js';
import { isUnreplicated, UnreplicatedCommit } from './unreplicated.js';
import { WatchedClient, type WatchedConfig } from './watched-client.js';

/** Above this number a connection sends new statements unnamed, which bounds the session's memory. */
const MAX_PREPARED = 1_000;
/** Above this number the cache of statement names starts over. */
const MAX_NAMES = 2_000;

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = `s${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

export type PreparingConfig = WatchedConfig & {
  /** Called for each commit that may not have reached the standby. */
  onUnreplicated?: () => void;
  /** False: statements are sent unnamed. */
  namesStatements?: boolean;
};

/** If BEGIN fails, later statements of the transaction would commit one by one. */
const BEGIN = /^(?:begin|start transaction)\b/;

/**
 * Rises with each stale plan and each refused write found: a schema change affects the plans of all
 * connections, and a demoted database all connections to it.
 */
let generation = 0;

/**
 * Prepares every statement with parameters under a name, so that PostgreSQL parses and plans it
 * once per connection. After a schema change the plans are stale, and after a fail-over the host may
 * refuse writes; then the pool replaces the connection (`isStale`). A pooler that gives each
 * transaction another session cannot keep names, so there every statement is sent unnamed.
 *
 * A commit that may not have reached the standby fails like one whose answer was lost, and so does
 * everything else on its connection.
 *
 * Statements issued without awaiting each other are sent as one `Batch`: one write, one Sync, one
 * round trip. See docs/decisions/0011-statement-batching-over-pg.md.
 */
export class PreparingClient extends WatchedClient {
  readonly #generation = generation;
  readonly #names = new Set<string>();
  readonly #rowShapes: RowShapes = new Map();
  #pending: PendingStatement[] = [];
  #batchesInFlight = 0;
  readonly #namesStatements: boolean;
  #isUnreplicated = false;

  constructor(config?: PreparingConfig) {
    super(config);
    this.#namesStatements = config?.namesStatements ?? true;
    // The notice precedes the answer of its commit.
    this.on('notice', notice => {
      if (!isUnreplicated(notice)) return;
      this.#isUnreplicated = true;
      config?.onUnreplicated?.();
    });
  }

  get isStale(): boolean {
    return this.#isUnreplicated || this.#generation !== generation;
  }

  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override query(...args: any[]): any {
    const [text, values, callback] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
      this.#flush();
      return Reflect.apply(super.query, this, args);
    }
    return tracedStatement(text, () => this.#enqueue(text, values)).catch((error: unknown) => {
      if ((isPlanStale(error) || isReadOnlyHost(error)) && !this.isStale) generation += 1;
      // The stack points to the caller instead of to the socket's data handler.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  #name(text: string): string | undefined {
    if (!this.#namesStatements) return undefined;
    const name = nameOf(text);
    if (this.#names.has(name)) return name;
    if (this.#names.size === MAX_PREPARED) return undefined;
    this.#names.add(name);
    return name;
  }

  #enqueue(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const prepared = values.map(utils.prepareValue);
      const answered = this.expectAnswer(text);
      this.#pending.push({
        name: this.#name(text),
        text,
        values: prepared,
        ...(BEGIN.test(text) && { onFailure: () => this.drop() }),
        callback: (error, result) => {
          answered();
          if (error) reject(error);
          else if (this.#isUnreplicated) reject(new UnreplicatedCommit());
          else resolve(result as pg.QueryResult);
        },
      });
      // Flushes on nextTick, so that statements issued together share a batch.
      if (this.#pending.length === 1) process.nextTick(() => this.#flushIfIdle());
    });
  }

  /** While a batch is in flight, further statements wait and form the next batch. */
  #flushIfIdle(): void {
    if (this.#batchesInFlight === 0) this.#flush();
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const statements = this.#pending;
    this.#pending = [];
    this.#batchesInFlight += 1;
    const batch = new Batch(statements, this.#rowShapes, types, () => {
      this.#batchesInFlight -= 1;
      this.#flushIfIdle();
    });
    Reflect.apply(pg.Client.prototype.query, this, [batch]);
  }
}
