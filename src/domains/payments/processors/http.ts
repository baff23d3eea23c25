import { createHash } from 'node:crypto';
import { traceOutgoing } from '../../../platform/tracing/outgoing.js';
import { uncertain } from './errors.js';

export type HttpCall = {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string as it is. */
  body?: object | string;
  deadline: AbortSignal;
};

/** The body is `{}` unless it is a JSON object; then the status decides. */
export type HttpAnswer = { status: number; body: object };

/** One call to a processor, without an SDK. */
export async function callProcessor(call: HttpCall): Promise<HttpAnswer> {
  const { method, url, headers, body, deadline } = call;
  const isJson = typeof body === 'object';
  try {
    const response = await processorFetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : (body ?? null),
      signal: deadline,
    });
    return { status: response.status, body: parseObject(await response.text()) };
  } catch (error) {
    if (deadline.aborted) throw uncertain('timeout');
    if (error instanceof TypeError) throw uncertain('connection_lost');
    throw error;
  }
}

/**
 * `fetch` for processors, also for their SDKs. Sends the same request with the same key once more
 * if the connection breaks; never repeats a request that was answered. Follows no redirect, because
 * it would carry the credentials elsewhere. The answer is complete when it is returned.
 */
export const processorFetch: typeof fetch = async (input, init = {}) => {
  try {
    return await fetchWhole(input, init);
  } catch (error) {
    if (init.signal?.aborted || !(error instanceof TypeError)) throw error;
  }
  return fetchWhole(input, init);
};

const fetchWhole = (input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> => {
  const request = new Request(input, { ...init, redirect: 'error' });
  return traceOutgoing(
    { method: request.method, host: new URL(request.url).hostname },
    async trace => {
      for (const [name, value] of Object.entries(trace)) request.headers.set(name, value);
      const response = await fetch(request);
      const text = await response.text();
      const { status, headers } = response;
      return new Response(text === '' ? null : text, { status, headers });
    },
    ({ status }) => status,
  );
};

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A key within a processor's length limit; a longer one is replaced by its hash. */
export const shortenedKey = (key: string, maxLength: number): string =>
  key.length <= maxLength
    ? key
    : createHash('sha256').update(key).digest('base64url').slice(0, maxLength);
