import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `error`: 500, nothing done. `reset`: the connection breaks, nothing done. `lose_answer`: done, but
 * the connection breaks. `hang`: done, but no answer ever comes.
 */
export type Fault = 'error' | 'reset' | 'lose_answer' | 'hang';

export type Request = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
};
export type Answer = { status: number; body: unknown };

export type DoubleServer = {
  url: string;
  seen: Request[];
  /** Faults for the next requests that move money, in order. */
  fail(...next: Fault[]): void;
  close(): Promise<void>;
};

export async function startDouble(
  handle: (request: Request) => Answer,
  movesMoney: (request: Request) => boolean,
): Promise<DoubleServer> {
  const seen: Request[] = [];
  const pending: Fault[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    seen.push(request);
    const fault = movesMoney(request) ? pending.shift() : undefined;
    if (fault === 'reset') {
      incoming.socket.destroy();
      return;
    }
    const { status, body } =
      fault === 'error' ? { status: 500, body: { error: {} } } : handle(request);
    if (fault === 'lose_answer') incoming.socket.destroy();
    else if (fault !== 'hang') {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    fail: (...next) => pending.splice(0, pending.length, ...next),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://double');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Stores answers by key; the same key with another body gets `reused`. */
export function createKeys() {
  const kept = new Map<string, { text: string; answer: Answer }>();
  return (key: string, text: string, reused: Answer, make: () => Answer): Answer => {
    const known = kept.get(key);
    if (known) return known.text === text ? known.answer : reused;
    const answer = make();
    kept.set(key, { text, answer });
    return answer;
  };
}

/** `part` is the first group of the pattern. */
export type Route = [
  method: string,
  path: RegExp,
  handle: (part: string, request: Request) => Answer,
];

/** The first matching route answers; without one, `missing` does. */
export const routed =
  (routes: Route[], missing: Answer) =>
  (request: Request): Answer => {
    for (const [method, pattern, handle] of routes) {
      const match = method === request.method ? pattern.exec(request.path) : null;
      if (match) return handle(match[1] ?? '', request);
    }
    return missing;
  };

export const jsonIn = (request: Request) => (request.text === '' ? {} : JSON.parse(request.text));

/** A local server with the API of a processor. */
export type VendorDouble = DoubleServer & {
  /** The charges and refunds made, in the smallest unit of the currency. */
  charged(): number[];
  refunded(): number[];
  /** A card or an approved order, as the shopper's page sends it. */
  goodToken(amountMinor: number): string;
  declinedToken(amountMinor: number): string;
};

let counter = 0;
export const nextId = (prefix: string): string => {
  counter += 1;
  return `${prefix}${String(counter).padStart(10, '0')}`;
};
