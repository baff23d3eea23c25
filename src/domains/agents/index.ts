import type { Domain } from '../domain.js';
import { acpRoutes } from './acp/routes.js';
import { handoverRoutes } from './checkout/handover-routes.js';
import { jobs, schedules } from './jobs.js';
import { agentRoutes } from './routes.js';
import { ucpRoutes } from './ucp/routes.js';

export { eraseAgentCheckouts } from './checkout/repository.js';
export { AGENT_CHECKOUTS } from './jobs.js';

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
  jobs,
  schedules,
};
