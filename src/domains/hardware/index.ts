import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { deviceRoutes } from './device-routes.js';
import { jobRoutes } from './job-routes.js';
import { jobs, schedules } from './jobs.js';
import { printQueue } from './print-jobs.js';

export const hardware: Domain = {
  name: 'hardware',
  routes: {
    office: (app, platform) => {
      deviceRoutes(app, platform);
      jobRoutes(app, platform);
    },
  },
  consumers,
  queues: [printQueue],
  jobs,
  schedules,
};
