/**
 * What the storefront's door passes on: `jobs`, `schedules` and `subscribers` belong into its
 * `Domain`, and so does `start`, which takes up what dead nodes left behind.
 */

export { settleIntent } from './attempt/settle-intent.js';
export { jobs, schedules } from './jobs.js';
export { checkoutRoutes } from './routes.js';
export { subscribers } from './subscribers.js';
export { start } from './ticker.js';
