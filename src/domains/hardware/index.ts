import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { deviceRoutes } from './device-routes.js';
import { displayRoutes } from './displays/routes.js';
import { givenUpRoutes } from './given-up-routes.js';
import { jobRoutes } from './job-routes.js';
import { jobs, schedules } from './jobs.js';
import { printQueue } from './print-jobs.js';

export type { Display } from './displays/display-repository.js';
export { findDisplay } from './displays/find-display.js';
export { BasketFrame } from './displays/schemas.js';
export {
  clearBasket,
  DISPLAYS_CHANNEL,
  type DisplaysMessage,
  shownAt,
} from './displays/show-basket.js';
export { PRINT_JOBS } from './jobs.js';
export { type Place, setReaderId } from './repository.js';

export const hardware: Domain = {
  name: 'hardware',
  routes: {
    till: displayRoutes,
    office: (app, platform) => {
      deviceRoutes(app, platform);
      jobRoutes(app, platform);
      givenUpRoutes(app, platform);
    },
  },
  consumers,
  queues: [printQueue],
  jobs,
  schedules,
};
