import type { FastifyBaseLogger } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Parent = FastifyBaseLogger & { isLevelEnabled(level: string): boolean };

/**
 * The log of one request, made when it first has something to say: most requests say nothing, and
 * making one looks through every binding for secrets.
 */
class RequestLog {
  #made: FastifyBaseLogger | undefined;

  constructor(
    private readonly parent: Parent,
    private readonly bindings: Bindings,
    private readonly options: Options,
  ) {}

  get level(): string {
    return this.parent.level;
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#own().child(bindings, options);
  }

  silent(): void {}

  fatal(...words: unknown[]): void {
    this.#say('fatal', words);
  }

  error(...words: unknown[]): void {
    this.#say('error', words);
  }

  warn(...words: unknown[]): void {
    this.#say('warn', words);
  }

  info(...words: unknown[]): void {
    this.#say('info', words);
  }

  debug(...words: unknown[]): void {
    this.#say('debug', words);
  }

  trace(...words: unknown[]): void {
    this.#say('trace', words);
  }

  #say(level: Level, words: unknown[]): void {
    if (!this.parent.isLevelEnabled(level)) return;
    const own = this.#own();
    Reflect.apply(own[level], own, words);
  }

  #own(): FastifyBaseLogger {
    this.#made ??= this.parent.child(this.bindings, this.options);
    return this.#made;
  }
}

export const requestLog = (
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger =>
  new RequestLog(parent as Parent, bindings, options) as unknown as FastifyBaseLogger;
