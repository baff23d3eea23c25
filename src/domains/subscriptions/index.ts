import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { deliveryQueue } from './deliver.js';
import { deliveryRoutes } from './delivery-routes.js';
import { jobs, schedules } from './jobs.js';
import { endpointRoutes } from './routes.js';

export { WEBHOOK_DELIVERIES } from './jobs.js';
export { TEST_EVENT } from './rules.js';
export { TestData, WebhookHeaders, webhookBody } from './schemas.js';

/** Webhooks to other systems. */
export const subscriptions: Domain = {
  name: 'subscriptions',
  routes: {
    office: (app, platform) => {
      endpointRoutes(app, platform);
      deliveryRoutes(app, platform);
    },
  },
  consumers,
  queues: [deliveryQueue],
  jobs,
  schedules,
};
