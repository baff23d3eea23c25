import type { Fact } from '../../platform/events/outbox.js';
import type { Approval } from './repository.js';

/**
 * What happened to a request, for the till that asked and the managers of its store. The words of
 * the request (`reason`, `details`) stay out: who may read them reads the request itself.
 */
export const approvalFact = (approval: Approval): Fact => ({
  event: `approval.${approval.status === 'pending' ? 'requested' : approval.status}`,
  storeId: approval.store_id,
  terminalId: approval.terminal_id,
  subjectId: approval.id,
  live: true,
  data: {
    request_id: approval.id,
    status: approval.status,
    request_type: approval.request_type,
    amount: approval.amount,
    requested_by: approval.requested_by,
    decided_by: approval.decided_by,
    expires_at: approval.expires_at.toISOString(),
    ...(approval.consumed_for !== null && { used_for: approval.consumed_for }),
  },
});
