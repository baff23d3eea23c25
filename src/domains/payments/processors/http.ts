import { createHash } from 'node:crypto';
import { traceOutgoing } from '../../../platform/tracing/outgoing.js';
import { noAnswer } from './errors.js';

export type HttpCall = {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is already text. */
  body?: object | string;
  deadline: AbortSignal;
};

/** Bodies that are not JSON objects are empty ones; the status then decides. */
export type HttpAnswer = { status: number; body: object };

/**
 * One call to a processor. A connection that breaks is tried once more with the very same request
 * and key, which the processor recognises; whatever was answered is never asked again here.
 */
export async function callProcessor(call: HttpCall): Promise<HttpAnswer> {
  try {
    return await send(call);
  } catch (error) {
    if (call.deadline.aborted) throw noAnswer('timeout');
    if (!(error instanceof TypeError)) throw error;
  }
  try {
    return await send(call);
  } catch (error) {
    if (call.deadline.aborted) throw noAnswer('timeout');
    if (error instanceof TypeError) throw noAnswer('connection_lost');
    throw error;
  }
}

const send = (call: HttpCall): Promise<HttpAnswer> =>
  traceOutgoing(
    { method: call.method, host: new URL(call.url).hostname },
    trace => fetchJson(call, trace),
    ({ status }) => status,
  );

async function fetchJson(
  { method, url, headers, body, deadline }: HttpCall,
  trace: { traceparent?: string },
): Promise<HttpAnswer> {
  const isJson = typeof body === 'object';
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
      ...trace,
    },
    body: isJson ? JSON.stringify(body) : (body ?? null),
    redirect: 'error',
    signal: deadline,
  });
  const text = await response.text();
  return { status: response.status, body: objectIn(text) };
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A key within a processor's length limit; a longer one is replaced by its hash. */
export const fittingKey = (key: string, maxLength: number): string =>
  key.length <= maxLength
    ? key
    : createHash('sha256').update(key).digest('base64url').slice(0, maxLength);
