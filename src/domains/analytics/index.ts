import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { dashboardRoutes } from './dashboard/routes.js';
import { jobs, schedules } from './jobs.js';
import { reports } from './reports/index.js';
import { reportRoutes } from './reports/routes.js';

export { sumUp } from './jobs.js';

/** What happened in the shops, summed up. It reads everybody's tables; no domain imports it. */
export const analytics: Domain = {
  name: 'analytics',
  routes: {
    office: (app, platform) => {
      dashboardRoutes(app, platform);
      reportRoutes(app, platform, reports);
    },
  },
  consumers,
  jobs,
  schedules,
};
