import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { jobs, schedules } from './jobs.js';
import { ownDataRoutes } from './own-data-routes.js';
import { routes } from './routes.js';

export const customers: Domain = {
  name: 'customers',
  routes: { office: routes, shop: ownDataRoutes },
  consumers,
  jobs,
  schedules,
};
