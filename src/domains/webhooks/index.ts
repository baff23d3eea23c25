import type { Domain } from '../domain.js';
import { jobs, schedules, subscribers } from './jobs.js';
import { ledgerRoutes } from './ledger-routes.js';
import { ledgerQueue } from './queue.js';
import { receiverRoutes } from './receiver-routes.js';

/** Webhooks of payment processors, each handled once. */
export const webhooks: Domain = {
  name: 'webhooks',
  routes: { webhook: receiverRoutes, office: ledgerRoutes },
  subscribers,
  queues: [ledgerQueue],
  jobs,
  schedules,
};
