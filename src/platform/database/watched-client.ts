import type { Duplex } from 'node:stream';
import pg from 'pg';

/** How long the server itself works on one statement. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** By then the server would have given up on a statement and said so; no batch may take longer either. */
const ANSWER_WITHIN_MS = STATEMENT_TIMEOUT_MS + 5_000;

export type WatchedConfig = pg.ClientConfig & { responseTimeoutMs?: number };

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
    this.#withinMs = config?.responseTimeoutMs ?? ANSWER_WITHIN_MS;
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
    else this.drop();
  }

  /** Everybody who waits for this connection is told that it broke. */
  protected drop(): void {
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    connection.stream.destroy();
  }
}
