/**
 * What the storefront's door passes on: `jobs`, `schedules` and `subscribers` belong into its
 * `Domain`, and so does `start`, which takes up what dead nodes left behind.
 */
export { jobs, schedules } from './jobs.js';
export { checkoutRoutes } from './routes.js';
export { settleIntent } from './settle-intent.js';
export { subscribers } from './subscribers.js';
export { start } from './ticker.js';
