import type { Domain } from '../domain.js';
import { routesAt } from './routes.js';

export { openDrawer } from './open-drawer.js';

export const drawer: Domain = {
  name: 'drawer',
  routes: { till: routesAt('/pos/cash-drawer/'), office: routesAt('/cash-drawer/') },
};
