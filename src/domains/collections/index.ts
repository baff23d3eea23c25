import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

export const collections: Domain = {
  name: 'collections',
  routes: { office: routes },
  consumers,
  jobs,
  schedules,
};
