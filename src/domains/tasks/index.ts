import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { deliveryRoutes } from './delivery-routes.js';
import { taskRoutes } from './routes.js';

export { closeTask } from './close-task.js';
export { deliveryByDeliveryId } from './delivery-repository.js';
export { openTask } from './open-task.js';

export { eraseInTasks } from './privacy-repository.js';
export type { Priority, TaskStatus } from './rules.js';

/** Tasks of a store's staff, and delivery schedules of vendors. */
export const tasks: Domain = {
  name: 'tasks',
  routes: {
    office: (app, platform) => {
      taskRoutes(app, platform);
      deliveryRoutes(app, platform);
    },
  },
  consumers,
};
