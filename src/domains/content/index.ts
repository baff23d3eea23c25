import type { Domain } from '../domain.js';
import { analyticsRoutes } from './analytics/routes.js';
import { documentRoutes } from './document-routes.js';
import { wakeOverdue } from './inbound/wake.js';
import { jobs, schedules } from './jobs.js';
import { changeRoutes, eventRoutes } from './log-routes.js';
import { markChangedRecords } from './outbound/mark-changes.js';
import { syncRoutes } from './sync-routes.js';
import { webhookRoutes } from './webhook-routes.js';

/** The exchange with the content system, in and out. */
export const content: Domain = {
  name: 'content',
  routes: {
    webhook: webhookRoutes,
    till: syncRoutes,
    office: (app, platform) => {
      analyticsRoutes(app, platform);
      documentRoutes(app, platform);
      eventRoutes(app, platform);
      changeRoutes(app, platform);
    },
  },
  subscribers: [markChangedRecords],
  jobs,
  schedules,
  start: async ({ db, clock }) => {
    await wakeOverdue(db, clock.now());
    return async () => undefined;
  },
};
