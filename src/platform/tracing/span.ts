import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'consumer';

/** Names and numbers only: no values of parameters, no query strings, nothing a customer wrote. */
export type Attributes = Record<string, string | number>;

/** A piece of work with a beginning and an end, as a collector will draw it. */
export type Span = {
  traceId: string;
  /** The W3C header by which others continue the trace. */
  traceparent: string;
  child(name: string, kind: SpanKind, attributes: Attributes): Span;
  set(attributes: Attributes): void;
  /** With the kind of failure, never its message: messages quote what people typed. */
  end(failure?: string): void;
};

/** Begins traces; there is one only where a collector is configured. */
export type Tracing = {
  /** Nothing for a trace that is not sampled. */
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

/** What `work` does and awaits belongs to the span. */
export const withSpan = <T>(span: Span, work: () => T): T => current.run(span, work);

/** For work that a request sets off but that is not its own, such as numbering the facts of all. */
export const withoutSpan = <T>(work: () => T): T =>
  current.getStore() === undefined ? work() : current.exit(work);

/** Ends the span with the work; what failed is told by the name or code of its error. */
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
