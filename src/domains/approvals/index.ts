import type { Domain } from '../domain.js';
import { expireEveryMinute, expireJob } from './expire-approvals.js';
import { routes } from './routes.js';

export { checkApproval } from './check-approval.js';
export { type ApprovalUse, consumeApproval } from './consume-approval.js';
export { pendingRequests } from './list-approvals.js';
export { eraseInApprovals } from './privacy-repository.js';
export { requestApproval } from './request-approval.js';
export { AGENT_WRITE } from './rules.js';

export const approvals: Domain = {
  name: 'approvals',
  routes: { till: routes },
  jobs: [expireJob],
  schedules: [expireEveryMinute],
};
