import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Answers of one run, in milliseconds. */
export type Sample = { perSecond: number; p50: number; p99: number; count: number };

export type Caller = (
  method: string,
  path: string,
  body?: object,
  token?: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string }>;

/** Kept-alive connections straight on node:http, so that the client costs little of what is measured. */
export function caller(url: string, connections: number): Caller & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const call: Caller = (method, path, body, token, headers) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const req = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...headers,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(payload
              ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
              : {}),
          },
        },
        res => {
          let text = '';
          res.setEncoding('utf8');
          res.on('data', chunk => {
            text += chunk;
          });
          res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
        },
      );
      req.on('error', reject);
      req.end(payload);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}

/** Runs work in `lanes` loops for a while; the first part warms up and is not counted. */
export async function measure(
  lanes: number,
  seconds: number,
  work: (lane: number, turn: number) => Promise<void>,
): Promise<Sample> {
  const times: number[] = [];
  const begin = performance.now();
  const warm = begin + seconds * 250;
  const end = warm + seconds * 1_000;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const started = performance.now();
        await work(lane, turn);
        if (started >= warm) times.push(performance.now() - started);
      }
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), count: times.length };
}

export function median(samples: Sample[]): Sample {
  const sorted = [...samples].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
