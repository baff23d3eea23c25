import type { Reader } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import { type Approval, approvalById } from './repository.js';
import { refuseUse, type Use } from './rules.js';

export type ApprovalCheck = Use & {
  /** As the caller of the action sent it; without one the action is refused. */
  requestId: string | undefined;
  now: Date;
};

export const refused = (message: string) => forbidden(message, 'APPROVAL_REQUIRED');

/**
 * The approval an action names. Throws 403 `APPROVAL_REQUIRED` unless one was given to this person
 * for this kind of action at this store, covers the amount, is at most 15 minutes old and was never used. Uses
 * nothing up: that is for the step that moves the money.
 */
export async function checkApproval(
  reader: Reader,
  { requestId, now, ...use }: ApprovalCheck,
): Promise<Approval> {
  if (requestId === undefined) {
    throw refused('This needs an approval; send its id as approval_request_id.');
  }
  const approval = isUuid(requestId) ? await approvalById(reader, requestId) : undefined;
  const problem = refuseUse(approval, use, now);
  if (approval === undefined || problem !== undefined) throw refused(problem ?? '');
  return approval;
}
