import type { Domain } from '../domain.js';
import { consumers, jobs, schedules } from './jobs.js';
import { ledgerRoutes } from './ledger-routes.js';
import { ledgerQueue } from './queue.js';
import { receiverRoutes } from './receiver-routes.js';

export { erasePayloads } from './privacy-repository.js';

/** Webhooks of payment processors, each handled once. */
export const webhooks: Domain = {
  name: 'webhooks',
  routes: { webhook: receiverRoutes, office: ledgerRoutes },
  consumers,
  queues: [ledgerQueue],
  jobs,
  schedules,
};
