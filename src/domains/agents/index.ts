import type { Domain } from '../domain.js';
import { acpRoutes } from './acp/routes.js';
import { handoverRoutes } from './checkout/handover-routes.js';
import { jobs, schedules } from './jobs.js';
import { consumers } from './orders/consumers.js';
import { orderEventQueue } from './orders/order-events.js';
import { agentRoutes } from './routes.js';
import { ucpRoutes } from './ucp/routes.js';

export { eraseAgentCheckouts } from './checkout/repository.js';
export { AGENT_CHECKOUTS, AGENT_ORDERS } from './jobs.js';

export const agents: Domain = {
  name: 'agents',
  routes: {
    office: agentRoutes,
    shop: (app, platform) => {
      acpRoutes(app, platform);
      ucpRoutes(app, platform);
      handoverRoutes(app, platform);
    },
  },
  consumers,
  queues: [orderEventQueue],
  jobs,
  schedules,
};
