import type { Domain } from '../domain.js';
import { healthRoutes, probeRoutes, tillHealthRoutes } from './health.js';
import { invariantRoutes } from './invariant-routes.js';
import { jobs, schedules } from './jobs.js';
import { mailRoutes } from './mails/routes.js';
import { metricsRoutes } from './metrics.js';
import { retentionRoutes } from './retention/routes.js';
import { routes } from './routes.js';
import { saleHistoryRoutes } from './sale-history/routes.js';
import { workRoutes } from './work-routes.js';

export { noteSales } from './note-sales.js';

/** Operations: health, metrics, jobs, mails and invariants. */
export const ops: Domain = {
  name: 'ops',
  routes: {
    office: (app, platform) => {
      healthRoutes(app, platform);
      probeRoutes(app, platform);
      routes(app, platform);
      metricsRoutes(app, platform);
      invariantRoutes(app, platform);
      workRoutes(app, platform);
      retentionRoutes(app, platform);
      saleHistoryRoutes(app, platform);
      mailRoutes(app, platform);
    },
    till: tillHealthRoutes,
  },
  jobs,
  schedules,
};
