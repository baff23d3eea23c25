import type { Domain } from '../domain.js';
import { expireEveryMinute, expireJob } from './expire-approvals.js';
import type { FindSale } from './request-approval.js';
import { routesWith } from './routes.js';

export type { ApprovalUse } from './check-approval.js';
export { consumeApproval, keepApproval } from './consume-approval.js';
export type { OfValue, UsedAs } from './kinds.js';
export { pendingRequests } from './list-approvals.js';
export { eraseInApprovals } from './privacy-repository.js';
export { type FindSale, requestApproval } from './request-approval.js';
export { AGENT_WRITE } from './rules.js';

/** Requests name sales, which a domain above this one knows. */
export const createApprovals = (findSale: FindSale): Domain => ({
  name: 'approvals',
  routes: { till: routesWith(findSale) },
  jobs: [expireJob],
  schedules: [expireEveryMinute],
});
