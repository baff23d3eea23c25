import type { Domain } from '../domain.js';
import { consumers, jobs, schedules } from './review/jobs.js';
import { reviewRoutes } from './review/routes.js';
import { settlementRoutes } from './settlements/routes.js';

export { proofInvariants } from './invariant-repository.js';

/** Compares payments with the records of their processors. */
export const reconciliation: Domain = {
  name: 'reconciliation',
  routes: {
    office: (app, platform) => {
      reviewRoutes(app, platform);
      settlementRoutes(app, platform);
    },
  },
  consumers,
  jobs,
  schedules,
};
