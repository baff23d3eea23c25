import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import { type ApprovalCheck, checkApproval, refused } from './check-approval.js';
import { approvalMoved } from './events.js';
import { consume } from './repository.js';
import { lapsedBefore } from './rules.js';

export type ApprovalUse = ApprovalCheck & {
  /** Stored with the approval, for example `void TXN-20260101-0A1B2C3D`. */
  usedFor: string;
};

/**
 * Consumes an approval in the transaction of the action, so that both commit or roll back together.
 */
export async function consumeApproval(
  tx: Tx,
  { usedFor, ...check }: ApprovalUse,
): Promise<{ requestId: string; approvedBy: string | null; reason: string }> {
  const { id: requestId } = await checkApproval(tx, check);
  const consumed = await consume(tx, requestId, {
    usedFor,
    now: check.now,
    decidedAfter: lapsedBefore(check.now),
  });
  if (consumed === undefined) throw refused('This approval has been used already.');
  await record(tx, approvalMoved(consumed));
  return { requestId, approvedBy: consumed.decided_by, reason: consumed.reason };
}
