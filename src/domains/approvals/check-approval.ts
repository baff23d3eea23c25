import type { Reader } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import { type Approval, approvalById } from './repository.js';
import { refuseUse, type Use } from './rules.js';

export type ApprovalUse = Use & {
  /** `approval_request_id` of the request; undefined is refused. */
  requestId: string | undefined;
  now: Date;
};

export const refused = (message: string) => forbidden(message, 'APPROVAL_REQUIRED');

/**
 * Returns the approval of an action. Throws 403 `APPROVAL_REQUIRED` unless it was requested by the
 * same user for this action and its subject at this store, covers the amount, is at most 15 minutes
 * old and is unused.
 */
export async function checkApproval(
  reader: Reader,
  { requestId, now, ...use }: ApprovalUse,
): Promise<Approval> {
  if (requestId === undefined) {
    throw refused('This needs an approval; send its id as approval_request_id.');
  }
  const approval = isUuid(requestId) ? await approvalById(reader, requestId) : undefined;
  const problem = refuseUse(approval, use, now);
  if (approval === undefined || problem !== undefined) throw refused(problem ?? '');
  return approval;
}
