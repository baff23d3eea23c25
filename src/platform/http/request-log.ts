import type { FastifyBaseLogger } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Parent = FastifyBaseLogger & { isLevelEnabled(level: string): boolean };

/**
 * The child logger of one request, created at its first line: most requests log nothing, and
 * creating one scans every binding for secrets.
 */
class RequestLog {
  #child: FastifyBaseLogger | undefined;

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

  fatal(...args: unknown[]): void {
    this.#write('fatal', args);
  }

  error(...args: unknown[]): void {
    this.#write('error', args);
  }

  warn(...args: unknown[]): void {
    this.#write('warn', args);
  }

  info(...args: unknown[]): void {
    this.#write('info', args);
  }

  debug(...args: unknown[]): void {
    this.#write('debug', args);
  }

  trace(...args: unknown[]): void {
    this.#write('trace', args);
  }

  #write(level: Level, args: unknown[]): void {
    if (!this.parent.isLevelEnabled(level)) return;
    const own = this.#own();
    Reflect.apply(own[level], own, args);
  }

  #own(): FastifyBaseLogger {
    this.#child ??= this.parent.child(this.bindings, this.options);
    return this.#child;
  }
}

export const requestLog = (
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger =>
  new RequestLog(parent as Parent, bindings, options) as unknown as FastifyBaseLogger;
