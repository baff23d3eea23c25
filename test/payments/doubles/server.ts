import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `error`: 500, nothing done. `reset`: the connection breaks, nothing done. `lose_answer`: done, but
 * the connection breaks. `hang`: done, but no answer ever comes.
 */
export type Trouble = 'error' | 'reset' | 'lose_answer' | 'hang';

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
  /** The next requests that move money meet this trouble, one after the other. */
  trouble(...next: Trouble[]): void;
  close(): Promise<void>;
};

export async function startDouble(
  handle: (request: Request) => Answer,
  movesMoney: (request: Request) => boolean,
): Promise<DoubleServer> {
  const seen: Request[] = [];
  const waiting: Trouble[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    seen.push(request);
    const trouble = movesMoney(request) ? waiting.shift() : undefined;
    if (trouble === 'reset') {
      incoming.socket.destroy();
      return;
    }
    const { status, body } =
      trouble === 'error' ? { status: 500, body: { error: {} } } : handle(request);
    if (trouble === 'lose_answer') incoming.socket.destroy();
    else if (trouble !== 'hang') {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    trouble: (...next) => waiting.splice(0, waiting.length, ...next),
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

/** Remembers answers by key; the same key with another body is told apart. */
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

/** A method, a pattern of paths, and what to do; `part` is what the pattern's first group caught. */
export type Route = [
  method: string,
  path: RegExp,
  handle: (part: string, request: Request) => Answer,
];

/** The first route that fits answers; the double's word for "no such thing" is a parameter. */
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

/** What a double of a vendor shows to the tests of all adapters. */
export type VendorDouble = DoubleServer & {
  /** Charges and refunds that really moved money, in the currency's smallest unit. */
  charged(): number[];
  refunded(): number[];
  /** A card or order as a shopper's page would hand it over. */
  goodToken(amountMinor: number): string;
  declinedToken(amountMinor: number): string;
};

let counter = 0;
export const nextId = (prefix: string): string => {
  counter += 1;
  return `${prefix}${String(counter).padStart(10, '0')}`;
};
