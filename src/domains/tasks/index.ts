import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { deliveryRoutes } from './delivery-routes.js';
import { taskRoutes } from './routes.js';

export { deliveryByDeliveryId } from './delivery-repository.js';
export { openTask } from './open-task.js';

export type { Priority, TaskStatus } from './rules.js';

/** Work in the store and what vendors bring. */
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
