import { createHash } from 'node:crypto';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { tracedStatement } from '../tracing/statement.js';
import { type Ask, Batch, type Learned } from './batch.js';
import { isPlanStale } from './retry.js';
import { types } from './types.js';
import { WatchedClient } from './watched-client.js';

/** Beyond this many a connection sends further statements unnamed, so that no session grows without end. */
const MAX_PREPARED = 1_000;
/** Beyond this many the names are made anew. */
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

/** Behind one that fails, statements of a transaction would be committed one by one. */
const OPENING = /^(?:begin|start transaction)\b/;

/** Counts how often plans were found outdated, which is then true of those on all connections. */
let generation = 0;

/**
 * Sends every statement with parameters as a named one: PostgreSQL parses and plans it once per
 * connection. A schema change can outdate such a plan; the connection is then to be replaced.
 *
 * Statements that are asked for without waiting for each other travel together.
 */
export class PreparingClient extends WatchedClient {
  readonly #generation = generation;
  readonly #names = new Set<string>();
  readonly #learned: Learned = new Map();
  #waiting: Ask[] = [];
  #underWay = 0;

  get isStale(): boolean {
    return this.#generation !== generation;
  }

  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override query(...args: any[]): any {
    const [text, values, callback] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
      this.#send();
      return Reflect.apply(super.query, this, args);
    }
    return tracedStatement(text, () => this.#wait(text, values)).catch((error: unknown) => {
      if (isPlanStale(error) && !this.isStale) generation += 1;
      // Leads to who asked, instead of to the socket that brought the answer.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  #name(text: string): string | undefined {
    const name = nameOf(text);
    if (this.#names.has(name)) return name;
    if (this.#names.size === MAX_PREPARED) return undefined;
    this.#names.add(name);
    return name;
  }

  #wait(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const prepared = values.map(utils.prepareValue);
      const heard = this.ask(text);
      this.#waiting.push({
        name: this.#name(text),
        text,
        values: prepared,
        ...(OPENING.test(text) && { failed: () => this.drop() }),
        told: (error, result) => {
          heard();
          if (error) reject(error);
          else resolve(result as pg.QueryResult);
        },
      });
      // By the time of the next tick everybody has spoken who needs no answer for that.
      if (this.#waiting.length === 1) process.nextTick(() => this.#sendNext());
    });
  }

  /** What comes while an answer is awaited gathers, and then travels together. */
  #sendNext(): void {
    if (this.#underWay === 0) this.#send();
  }

  #send(): void {
    if (this.#waiting.length === 0) return;
    const asks = this.#waiting;
    this.#waiting = [];
    this.#underWay += 1;
    const batch = new Batch(asks, this.#learned, types, () => {
      this.#underWay -= 1;
      this.#sendNext();
    });
    Reflect.apply(pg.Client.prototype.query, this, [batch]);
  }
}
