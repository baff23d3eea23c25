import { currentSpan, endSpanAfter } from './span.js';

type Peer = { method: string; host: string };

/**
 * Wraps an outgoing HTTP call in a span and passes the `traceparent` header on. The span holds no
 * path, because subscriber URLs may contain a secret.
 */
export function traceOutgoing<T>(
  { method, host }: Peer,
  call: (headers: { traceparent?: string }) => Promise<T>,
  statusOf: (answer: T) => number | undefined = () => undefined,
): Promise<T> {
  const parent = currentSpan();
  if (parent === undefined) return call({});
  const span = parent.child(`${method} ${host}`, 'client', {
    'http.request.method': method,
    'server.address': host,
  });
  return endSpanAfter(span, async () => {
    const answer = await call({ traceparent: span.traceparent });
    const status = statusOf(answer);
    if (status !== undefined) span.set({ 'http.response.status_code': status });
    return answer;
  });
}
