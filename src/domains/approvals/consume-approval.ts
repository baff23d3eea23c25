import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import { type ApprovalUse, checkApproval, refused } from './check-approval.js';
import { approvalMoved } from './events.js';
import { consume, keep } from './repository.js';
import { lapsedBefore } from './rules.js';

/**
 * Consumes an approval in the transaction of the action, so that both commit or roll back together.
 */
export async function consumeApproval(
  tx: Tx,
  check: ApprovalUse,
): Promise<{ requestId: string; approvedBy: string | null; reason: string }> {
  const { id: requestId } = await checkApproval(tx, check);
  const consumed = await consume(tx, requestId, {
    usedFor: check.usedFor,
    now: check.now,
    decidedAfter: lapsedBefore(check.now),
  });
  if (consumed === undefined) throw refused('This approval has been used already.');
  await record(tx, approvalMoved(consumed));
  return { requestId, approvedBy: consumed.decided_by, reason: consumed.reason };
}

/**
 * Keeps an approval for the action that will consume it, so that it decides nothing else meanwhile.
 * Returns who gave it.
 */
export async function keepApproval(tx: Tx, check: ApprovalUse): Promise<string | null> {
  const { id, decided_by: approvedBy } = await checkApproval(tx, check);
  if (!(await keep(tx, id, check.usedFor))) throw refused('This approval has been used already.');
  return approvedBy;
}
