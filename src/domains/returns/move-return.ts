import type { Tx } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import { minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import { can, type OrderActor } from '../access/index.js';
import { keepApproval } from '../approvals/index.js';
import { closeTask } from '../tasks/index.js';
import type { Sale } from '../transactions/index.js';
import { requestTaskId } from './announce-return.js';
import { dropReturn } from './drop-return.js';
import { returnUpdated } from './events.js';
import { lockReturn, refuseVoided } from './lock-return.js';
import { type ReturnRow, updateReturn } from './repository.js';
import { ACTIONS, type Action, approvalUse } from './rules.js';

export type Decision = {
  approvalRequestId?: string;
  /** The message of staff to a customer who requested the return in the shop. */
  note?: string;
};

/** Approves, rejects, receives or cancels a return: all actions that move no money. */
export async function moveReturn(
  tx: Tx,
  caller: OrderActor,
  ref: string,
  action: Exclude<Action, 'complete'>,
  now: Date,
  { approvalRequestId, note }: Decision = {},
): Promise<ReturnRow> {
  const isUnderApproval = action === 'approve' && !can(caller, 'return.decide');
  if (isUnderApproval && approvalRequestId === undefined) {
    throw forbidden('Your role does not allow this.', 'PERMISSION_DENIED');
  }
  const { row, sale } = await lockReturn(tx, caller, ref, action);
  const status = ACTIONS[action].to;
  const terminalId = caller.till?.terminalId ?? null;
  if (action === 'reject' || action === 'cancel') {
    await dropReturn(tx, row, sale, { userId: caller.userId, terminalId });
  } else {
    refuseVoided(sale);
  }
  const decidedBy = isUnderApproval
    ? await approverOf(tx, caller, row, sale, approvalRequestId, now)
    : caller.userId;
  const change = {
    status,
    updated_at: now,
    ...(action === 'receive' ? { received_at: now } : {}),
    ...(action === 'approve' || action === 'reject'
      ? { decided_by: decidedBy, decided_at: now, decision_note: note?.trim() ?? '' }
      : {}),
  };
  await updateReturn(tx, row.id, change);
  // Deciding or withdrawing a request of the shop completes its task.
  if (row.requested_online) await closeTask(tx, requestTaskId(row), caller.userId, now);
  const moved = { ...row, ...change };
  await record(tx, returnUpdated(moved, terminalId));
  return moved;
}

/**
 * The approver counts as the decider. The approval is kept for this return, which consumes it when it
 * is completed.
 */
const approverOf = (
  tx: Tx,
  caller: OrderActor,
  row: ReturnRow,
  sale: Sale,
  requestId: string | undefined,
  now: Date,
): Promise<string | null> =>
  keepApproval(tx, {
    requestId,
    subjects: { refund: { saleId: sale.id }, return: { saleId: sale.id } },
    amountMinor: minor(row.refund_amount, sale.currency),
    currency: sale.currency,
    usedBy: caller.userId,
    storeId: row.store_id,
    usedFor: approvalUse(row),
    now,
  });
