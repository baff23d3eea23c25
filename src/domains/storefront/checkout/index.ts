export { settleIntent } from './attempt/settle-intent.js';
export { jobs, schedules } from './jobs.js';
export { checkoutRoutes } from './routes.js';
export { subscribers } from './subscribers.js';
export { start } from './ticker.js';
