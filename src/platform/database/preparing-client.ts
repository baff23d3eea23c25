import { createHash } from 'node:crypto';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { tracedStatement } from '../tracing/statement.js';
import { type Ask, Batch, type Learned } from './batch.js';
import { sqlState } from './tx.js';
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

/**
 * Sends every statement with parameters as a named one: PostgreSQL parses and plans it once per
 * connection. A schema change can outdate such a plan ("cached plan must not change result
 * type"); the connection then starts over with new names.
 *
 * Statements that are asked for without waiting for each other travel together.
 */
export class PreparingClient extends WatchedClient {
  readonly #learned: Learned = new Map();
  #generation = 0;
  #waiting: Ask[] = [];
  #isSending = false;

  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override query(...args: any[]): any {
    const [text, values, callback] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) {
      this.#send();
      return Reflect.apply(super.query, this, args);
    }
    return tracedStatement(text, () => this.#wait(text, values)).catch((error: unknown) => {
      if (sqlState(error) === '0A000') this.#generation += 1;
      // Leads to who asked, instead of to the socket that brought the answer.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  #name(text: string): string | undefined {
    const name = this.#generation === 0 ? nameOf(text) : `${nameOf(text)}${this.#generation}`;
    return this.#learned.has(name) || this.#learned.size < MAX_PREPARED ? name : undefined;
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
      if (this.#waiting.length === 1 && !this.#isSending) process.nextTick(() => this.#send());
    });
  }

  #send(): void {
    if (this.#isSending || this.#waiting.length === 0) return;
    const asks = this.#waiting;
    this.#waiting = [];
    this.#isSending = true;
    const batch = new Batch(asks, this.#learned, types, () => {
      this.#isSending = false;
      this.#send();
    });
    Reflect.apply(pg.Client.prototype.query, this, [batch]);
  }
}
