import { hearingLag, outboxLag } from '../../platform/events/repository.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { countJobs, oldestDueSeconds } from '../../platform/jobs/repository.js';
import { addGauge } from '../../platform/metrics.js';
import type { Platform } from '../../platform/platform.js';
import { officeOrLoopback } from '../access/index.js';
import { countStockAlerts } from '../inventory/index.js';
import { countRecentSales } from '../transactions/index.js';

/** Figures of the whole installation, read from the database when somebody looks. */
function addGauges({ db, metrics }: Platform): void {
  addGauge(metrics, 'tillhouse_jobs', 'Background jobs by state.', 'state', () => countJobs(db));
  addGauge(
    metrics,
    'tillhouse_lag_seconds',
    'Age of the oldest fact without a number, of the oldest not heard by all, of the oldest job due.',
    'of',
    async () => {
      const [outbox, consumers, jobs] = await Promise.all([
        outboxLag(db),
        hearingLag(db),
        oldestDueSeconds(db),
      ]);
      return { outbox: outbox.oldestSeconds, consumers, jobs };
    },
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
    'tillhouse_recent_sales',
    'Sales completed within the last five minutes, by store.',
    'store',
    () => countRecentSales(db),
  );
}

export function metricsRoutes(app: App, platform: Platform): void {
  addGauges(platform);
  app.get(
    '/metrics/',
    {
      config: { access: officeOrLoopback('ops.read') },
      schema: {
        tags: ['Operations'],
        summary: 'Figures for Prometheus; with a login, or from the machine itself',
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
