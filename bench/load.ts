import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Processor time per answer in ms, of the service, of the database and of the client. */
export type Cost = { service: number; database: number; client: number };

/** The result of one run; times in ms. */
export type Sample = {
  perSecond: number;
  p50: number;
  p99: number;
  count: number;
  /** Includes the work behind an answer, which is part of its cost. */
  cost?: Cost;
};

export type Caller = (
  method: string,
  path: string,
  body?: object,
  token?: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string; headers?: IncomingHttpHeaders }>;

/** A minimal keep-alive client on node:http, so that the client costs little. */
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
          res.on('end', () => resolve({ status: res.statusCode ?? 0, text, headers: res.headers }));
        },
      );
      req.on('error', reject);
      req.end(payload);
    });
  return Object.assign(call, { close: () => agent.destroy() });
}

/** Returned by a lane that runs out of work before the time is over. */
export const DONE = Symbol('done');

/**
 * Runs work in `lanes` parallel loops for `seconds`, or longer until each lane has a result. The
 * first part is a warm-up and not timed. The time of `ready`, the set-up, is not counted either. With
 * `settle` the cost is that of all iterations, warm-up included, until nothing is left to do.
 */
export async function measure<Ready = void>(
  lanes: number,
  seconds: number,
  work: (lane: number, iteration: number, ready: Ready) => Promise<unknown>,
  options: {
    meter?: () => Cost;
    ready?: (lane: number, iteration: number) => Promise<Ready> | Ready;
    settle?: () => Promise<unknown>;
  } = {},
): Promise<Sample> {
  const times: number[] = [];
  const begin = performance.now();
  const warm = begin + seconds * 250;
  const end = warm + seconds * 1_000;
  let before = options.meter?.();
  let last = warm;
  let inAll = 0;
  const meterAt = setTimeout(() => {
    if (!options.settle) before = options.meter?.();
  }, warm - begin);
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let iteration = 0; performance.now() < end || times.length < lanes; iteration += 1) {
        const ready = (await options.ready?.(lane, iteration)) as Ready;
        const started = performance.now();
        if ((await work(lane, iteration, ready)) === DONE) break;
        const ended = performance.now();
        inAll += 1;
        if (started < warm) continue;
        times.push(ended - started);
        last = Math.max(last, ended);
      }
    }),
  );
  clearTimeout(meterAt);
  await options.settle?.();
  const after = options.meter?.();
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: times.length / Math.max(0.001, (last - warm) / 1_000),
    p50: at(0.5),
    p99: at(0.99),
    count: times.length,
    cost: before && after && perAnswer(before, after, options.settle ? inAll : times.length),
  };
}

const perAnswer = (before: Cost, after: Cost, count: number): Cost => ({
  service: (after.service - before.service) / Math.max(1, count),
  database: (after.database - before.database) / Math.max(1, count),
  client: (after.client - before.client) / Math.max(1, count),
});

export function median(samples: Sample[]): Sample {
  const sorted = [...samples].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
