import { Money, Nullable, OneOf, Timestamp, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent, type NewEvent } from '../../platform/work/events/define-event.js';
import type { Approval } from './repository.js';
import { STATUSES, type Status } from './rules.js';

/** Omits `reason` and `details`, which only callers with access to the request may read. */
const ApprovalData = Type.Object({
  request_id: Uuid,
  status: OneOf(STATUSES),
  request_type: Type.String(),
  amount: Money,
  transaction_id: Type.Optional(
    Type.String({ description: 'Number of the sale, of approvals that are for one.' }),
  ),
  requested_by: Uuid,
  decided_by: Nullable(Uuid),
  expires_at: Timestamp,
  used_for: Type.Optional(Type.String({ description: 'Set once the approval is consumed.' })),
});

const about = (approval: Approval) => ({
  storeId: approval.store_id,
  terminalId: approval.terminal_id,
  subjectId: approval.id,
  data: {
    request_id: approval.id,
    status: approval.status,
    request_type: approval.request_type,
    amount: approval.amount,
    ...(approval.sale_number !== null && { transaction_id: approval.sale_number }),
    requested_by: approval.requested_by,
    decided_by: approval.decided_by,
    expires_at: approval.expires_at.toISOString(),
    ...(approval.consumed_for !== null && { used_for: approval.consumed_for }),
  },
});

export const approvalRequested = defineEvent(
  'approval.requested',
  { summary: 'An approval was requested.', data: ApprovalData, live: true },
  about,
);
export const approvalApproved = defineEvent(
  'approval.approved',
  { summary: 'A request was approved.', data: ApprovalData, live: true },
  about,
);
export const approvalDenied = defineEvent(
  'approval.denied',
  { summary: 'A request was denied.', data: ApprovalData, live: true },
  about,
);
export const approvalCancelled = defineEvent(
  'approval.cancelled',
  { summary: 'A request was cancelled.', data: ApprovalData, live: true },
  about,
);
export const approvalExpired = defineEvent(
  'approval.expired',
  { summary: 'A request expired without a decision.', data: ApprovalData, live: true },
  about,
);
export const approvalConsumed = defineEvent(
  'approval.consumed',
  { summary: 'An approval was used.', data: ApprovalData, live: true },
  about,
);

const BY_STATUS: Record<Status, (approval: Approval) => NewEvent> = {
  pending: approvalRequested,
  approved: approvalApproved,
  denied: approvalDenied,
  cancelled: approvalCancelled,
  expired: approvalExpired,
  consumed: approvalConsumed,
};

/** The event for the transition to the current status. */
export const approvalMoved = (approval: Approval): NewEvent => BY_STATUS[approval.status](approval);
