import type { Domain } from '../domain.js';
import { jobs, schedules, subscribers } from './jobs.js';
import { ledgerRoutes } from './ledger-routes.js';
import { receiverRoutes } from './receiver-routes.js';

export { useCertificates } from './senders/paypal-certificates.js';

/** What payment processors tell us, taken once. */
export const webhooks: Domain = {
  name: 'webhooks',
  routes: { webhook: receiverRoutes, office: ledgerRoutes },
  subscribers,
  jobs,
  schedules,
};
