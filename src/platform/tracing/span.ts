import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'consumer';

/** Names and numbers only: no parameter values, no query strings, no customer input. */
export type Attributes = Record<string, string | number>;

/** An OpenTelemetry span. */
export type Span = {
  traceId: string;
  /** The W3C header that continues the trace elsewhere. */
  traceparent: string;
  child(name: string, kind: SpanKind, attributes: Attributes): Span;
  set(attributes: Attributes): void;
  /** Takes the kind of failure, never its message: messages may quote user input. */
  end(failure?: string): void;
};

/** Starts traces; present only if a collector is configured. */
export type Tracing = {
  /** Undefined if the trace is not sampled. */
  start(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    from?: { parent?: string; link?: string },
  ): Span | undefined;
  close(): Promise<void>;
};

const current = new AsyncLocalStorage<Span>();

export const currentSpan = (): Span | undefined => current.getStore();

/** Runs `work` with the span as the current one. */
export const withSpan = <T>(span: Span, work: () => T): T => current.run(span, work);

/** For work that a request triggers but that serves all requests, such as numbering events. */
export const withoutSpan = <T>(work: () => T): T =>
  current.getStore() === undefined ? work() : current.exit(work);

/** Ends the span when the work ends; a failure is recorded by error code or name. */
export async function endSpanAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : error.name;
}
