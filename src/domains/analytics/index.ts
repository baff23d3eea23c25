import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { dashboardRoutes } from './dashboard/routes.js';
import { exceptionRoutes } from './exceptions/routes.js';
import { jobs, schedules } from './jobs.js';
import { journalRoutes } from './journal/routes.js';
import { reports } from './reports/index.js';
import { reportRoutes } from './reports/routes.js';
import { scheduleRoutes } from './schedules/routes.js';
import { storeDayRoutes } from './store-day/routes.js';

export { runNightlyRollup } from './jobs.js';
export { JOURNAL_SECTION } from './journal/section.js';

/** Reports and the dashboard. It reads the tables of every other domain; no domain imports it. */
export const analytics: Domain = {
  name: 'analytics',
  routes: {
    office: (app, platform) => {
      dashboardRoutes(app, platform);
      storeDayRoutes(app, platform);
      reportRoutes(app, platform, reports);
      exceptionRoutes(app, platform);
      journalRoutes(app, platform);
      scheduleRoutes(app, platform);
    },
  },
  consumers,
  jobs,
  schedules,
};
