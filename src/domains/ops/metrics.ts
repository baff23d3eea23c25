import { ADDRESS_BLOCKS } from '../../platform/http/address-blocks.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { countJobs } from '../../platform/jobs/repository.js';
import { addGauge } from '../../platform/metrics.js';
import type { Platform } from '../../platform/platform.js';
import { officeOrScraper } from '../access/index.js';
import { countStockAlerts } from '../inventory/index.js';
import { watchCertificates } from '../payments/index.js';
import { countBlocks } from '../people/index.js';
import { countHeldEntries, countMissingEntries } from '../pos/index.js';
import { countRecentSales } from '../transactions/index.js';
import { addMachineGauges } from './machine-metrics.js';
import { readWork, type WorkFigures } from './read-work.js';

/** One scrape reads the work once, for all of its gauges. */
const SCRAPE_MS = 1_000;

function workReader(platform: Platform): () => Promise<WorkFigures[]> {
  let last: { at: number; figures: Promise<WorkFigures[]> } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > SCRAPE_MS) last = { at, figures: readWork(platform) };
    return last.figures;
  };
}

/** What is left to do, by queue and consumer; the same figures as `/ops/work/`. */
function addWorkGauges(platform: Platform): void {
  const read = workReader(platform);
  const gauge = (name: string, help: string, of: (row: WorkFigures) => number): void =>
    addGauge(platform.metrics, name, help, 'queue', async () =>
      Object.fromEntries((await read()).map(row => [row.name, of(row)])),
    );
  gauge('tillhouse_work_waiting', 'Items to work on, by queue.', row => row.waiting);
  gauge('tillhouse_work_failing', 'Items that failed and are retried.', row => row.failing);
  gauge('tillhouse_work_parked', 'Items given up until somebody retries them.', row => row.parked);
  gauge('tillhouse_work_oldest_seconds', 'Age of the oldest due item.', row => row.oldest_seconds);
  addGauge(
    platform.metrics,
    'tillhouse_lag_seconds',
    'Age of the oldest event without a number, not consumed by all, and of the oldest due job.',
    'of',
    async () => {
      const rows = await read();
      const oldest = (kind: WorkFigures['kind']): number =>
        Math.max(0, ...rows.filter(row => row.kind === kind).map(row => row.oldest_seconds));
      return { outbox: oldest('outbox'), consumers: oldest('consumer'), jobs: oldest('jobs') };
    },
  );
}

/** Figures of the whole installation, read from the database at each scrape. */
function addGauges(platform: Platform): void {
  const { db, metrics } = platform;
  addWorkGauges(platform);
  addMachineGauges(platform);
  watchCertificates(platform);
  addGauge(metrics, 'tillhouse_jobs', 'Background jobs by state.', 'state', () => countJobs(db));
  addGauge(
    metrics,
    'tillhouse_blocks',
    'People and tills that are locked out, and addresses that are blocked, by kind.',
    'kind',
    () => countAllBlocks(platform),
  );
  addGauge(
    metrics,
    'tillhouse_stock_alerts',
    'Articles at or below their reorder point, by store.',
    'store',
    () => countStockAlerts(db),
  );
  addGauge(
    metrics,
    'tillhouse_journal_held',
    'Entries of tills that wait for a decision, by store.',
    'store',
    () => countHeldEntries(db),
  );
  addGauge(
    metrics,
    'tillhouse_journal_missing',
    'Entries that tills have made and not sent, by store.',
    'store',
    () => countMissingEntries(db),
  );
  addGauge(
    metrics,
    'tillhouse_recent_sales',
    'Sales completed within the last five minutes, by store.',
    'store',
    () => countRecentSales(db),
  );
}

async function countAllBlocks({ db, clock, limits }: Platform): Promise<Record<string, number>> {
  const counts = await countBlocks(db, clock.now());
  for (const kind of ADDRESS_BLOCKS) counts[kind] = 0;
  for (const { kind } of await limits.addressBlocks()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export function metricsRoutes(app: App, platform: Platform): void {
  addGauges(platform);
  app.get(
    '/metrics/',
    {
      config: { access: officeOrScraper('ops.read') },
      schema: {
        tags: ['Operations'],
        summary:
          'Figures for Prometheus; with a login or METRICS_TOKEN, or from the machine itself',
        response: {
          200: { content: { [platform.metrics.contentType]: { schema: Type.String() } } },
        },
      },
    },
    async (_request, reply) => {
      reply.type(platform.metrics.contentType);
      return reply.send(await platform.metrics.metrics());
    },
  );
}
