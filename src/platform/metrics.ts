import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ADDRESS_BLOCKS, type BlockStarted } from './http/address-blocks.js';

/** The Prometheus metrics of this node; each part of the service registers its own. */
export type Metrics = Registry;

/** Fine buckets in the range of a till request (milliseconds), coarse ones above. */
const LATENCY_BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export const createMetrics = (): Metrics => new Registry();

/** Labels hold the route, never the path: ids in paths would create unlimited time series. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const latency = new Histogram({
    name: 'tillhouse_request_seconds',
    help: 'Time to answer a request, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS_S,
    registers: [metrics],
  });
  app.addHook('onResponse', (request, reply, done) => {
    latency.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}

export function measurePool(pool: pg.Pool, metrics: Metrics): void {
  addGauge(
    metrics,
    'tillhouse_database_connections',
    'Database connections of this node, and requests waiting for one.',
    'state',
    () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  );
}

/** Returns the function to call for a commit that may not have reached the standby. */
export function countUnreplicated(metrics: Metrics): () => void {
  const commits = new Counter({
    name: 'tillhouse_unreplicated_commits_total',
    help: 'Commits of this node that may not have reached the synchronous standby.',
    registers: [metrics],
  });
  return () => commits.inc();
}

/** Returns the function to call when an address is blocked. */
export function countAddressBlocks(metrics: Metrics): (block: BlockStarted) => void {
  const started = new Counter({
    name: 'tillhouse_address_blocks_total',
    help: 'Addresses that this node blocked, for a flood of requests or for failed logins.',
    labelNames: ['kind'],
    registers: [metrics],
  });
  for (const kind of ADDRESS_BLOCKS) started.inc({ kind }, 0);
  return ({ kind }) => started.inc({ kind });
}

/** Adds a gauge with one label; `read` supplies its values at each scrape. */
export function addGauge<Label extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  label: Label,
  read: () => Promise<Record<string, number>> | Record<string, number>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [metrics],
    async collect() {
      // A failed read leaves this gauge out; the other metrics must still be served.
      const values = await Promise.resolve()
        .then(read)
        .catch(() => ({}));
      this.reset();
      for (const [key, value] of Object.entries(values)) {
        this.set({ [label]: key } as Record<Label, string>, value);
      }
    },
  });
}
