import { HostClient, type HostConfig } from './host-client.js';

/** The server cancels a statement after this time. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** Longer than the statement timeout, so a live server answers first. It also bounds a batch. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

export type WatchedConfig = HostConfig & { responseTimeoutMs?: number };

const EXTENDED_TIMEOUT = /^set local statement_timeout = '(\d+)min'$/;

/**
 * Destroys the connection when the server stays silent for longer than any statement may take. The
 * host or the network has failed without closing the socket; TCP alone notices after 15 minutes.
 */
export class WatchedClient extends HostClient {
  readonly #responseTimeoutMs: number;
  #unanswered = 0;
  #lastAnswerAt = 0;
  #extraMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(config?: WatchedConfig) {
    super(config);
    this.#responseTimeoutMs = config?.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
  }

  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override query(...args: any[]): any {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const result = Reflect.apply(super.query, this, args);
      const answered = this.expectAnswer(text);
      result.then(answered, answered);
      return result;
    }
    const answered = this.expectAnswer(text);
    const watched = (...results: unknown[]): void => {
      answered();
      callback(...results);
    };
    return Reflect.apply(super.query, this, [...args.slice(0, -1), watched]);
  }

  #readTimeout(text: string): void {
    const minutes = EXTENDED_TIMEOUT.exec(text)?.[1];
    if (minutes !== undefined) this.#extraMs = Number(minutes) * 60_000;
    else if (text === 'commit' || text === 'rollback') this.#extraMs = 0;
  }

  /** Returns the function to call when the answer arrives. */
  protected expectAnswer(text: string): () => void {
    this.#readTimeout(text);
    if (this.#unanswered === 0) this.#lastAnswerAt = performance.now();
    this.#unanswered += 1;
    this.#timer ??= setTimeout(() => this.#check(), this.#responseTimeoutMs).unref();
    return () => {
      this.#unanswered -= 1;
      this.#lastAnswerAt = performance.now();
    };
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#unanswered === 0) return;
    const leftMs =
      this.#responseTimeoutMs + this.#extraMs - (performance.now() - this.#lastAnswerAt);
    const nextMs = Math.min(leftMs, this.#responseTimeoutMs);
    if (leftMs > 0) this.#timer = setTimeout(() => this.#check(), nextMs).unref();
    else this.drop();
  }
}
