import type { Domain } from '../domain.js';
import { dashboardRoutes } from './dashboard/routes.js';

/** What happened in the shops, summed up. It reads everybody's tables; nobody imports it. */
export const analytics: Domain = { name: 'analytics', routes: { office: dashboardRoutes } };
