import type { Domain } from '../domain.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

/** Products and stock as files that people work on elsewhere. */
export const spreadsheets: Domain = {
  name: 'spreadsheets',
  routes: { office: routes },
  jobs,
  schedules,
};
