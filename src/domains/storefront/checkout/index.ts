import { attemptQueue } from './attempt/recover-attempts.js';
import { uncertainQueue } from './uncertain/resolve-uncertain-charges.js';

export { settleIntent } from './attempt/settle-intent.js';
export { consumers } from './consumers.js';
export { checkoutInvariants } from './invariant-repository.js';
export { jobs, schedules } from './jobs.js';
export { checkoutRoutes } from './routes.js';

export const queues = [attemptQueue, uncertainQueue];
