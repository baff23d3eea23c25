import { addMs } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import { forbidden } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import { approvalFact } from './events.js';
import { approvalById, consume } from './repository.js';
import { refuseUse, USABLE_MS, type Use } from './rules.js';

export type ApprovalUse = Use & {
  /** As the caller of the action sent it; without one the action is refused. */
  requestId: string | undefined;
  /** What is done under it, kept with the approval: `void TXN-20260101-0A1B2C3D`. */
  usedFor: string;
  now: Date;
};

const refused = (message: string) => forbidden(message, 'APPROVAL_REQUIRED');

/**
 * Uses up an approval for an action of the same database transaction: if the action is undone, so
 * is the use. Throws 403 `APPROVAL_REQUIRED` unless one was given for this kind of action at this
 * store, covers the amount, is at most 15 minutes old and was never used.
 */
export async function consumeApproval(
  tx: Tx,
  { requestId, usedFor, now, ...use }: ApprovalUse,
): Promise<{ requestId: string; approvedBy: string | null }> {
  if (requestId === undefined) {
    throw refused('This needs an approval; send its id as approval_request_id.');
  }
  const approval = isUuid(requestId) ? await approvalById(tx, requestId) : undefined;
  const problem = refuseUse(approval, use, now);
  if (problem !== undefined) throw refused(problem);
  const consumed = await consume(tx, requestId, {
    usedFor,
    now,
    decidedAfter: addMs(now, -USABLE_MS),
  });
  if (consumed === undefined) throw refused('This approval has been used already.');
  await record(tx, approvalFact(consumed));
  return { requestId, approvedBy: consumed.decided_by };
}
