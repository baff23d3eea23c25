import type { Domain } from '../domain.js';
import { analyticsRoutes } from './analytics/routes.js';
import { documentRoutes } from './document-routes.js';
import { inboundQueue } from './inbound/apply-event.js';
import { jobs, schedules } from './jobs.js';
import { changeRoutes, eventRoutes } from './log-routes.js';
import { chooseTarget } from './outbound/choose-target.js';
import { markChangedRecords } from './outbound/mark-changes.js';
import { pushAllQueue } from './outbound/push-all.js';
import { outboundQueue } from './outbound/push-changes.js';
import { syncRoutes } from './sync-routes.js';
import { webhookRoutes } from './webhook-routes.js';

export { eraseDocuments, eraseInDocuments } from './privacy-repository.js';

/** Two-way sync with the content system. */
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
  consumers: [markChangedRecords],
  queues: [inboundQueue, outboundQueue, pushAllQueue],
  jobs,
  schedules,
  start: async platform => {
    await chooseTarget(platform);
    return async () => undefined;
  },
};
