import type { Tx } from '../../platform/database/tx.js';
import type { Staff } from '../access/index.js';
import { dropReturn } from './drop-return.js';
import { tellReturn } from './events.js';
import { holdReturn, refuseVoided } from './hold-return.js';
import { type ReturnRow, updateReturn } from './repository.js';
import { ACTIONS, type Action } from './rules.js';

/** Approves, rejects, receives or cancels a return: whatever moves no money. */
export async function moveReturn(
  tx: Tx,
  caller: Staff,
  ref: string,
  action: Exclude<Action, 'complete'>,
  now: Date,
): Promise<ReturnRow> {
  const { row, sale } = await holdReturn(tx, caller, ref, action);
  const status = ACTIONS[action].to;
  const terminalId = caller.till?.terminalId ?? null;
  if (action === 'reject' || action === 'cancel') {
    await dropReturn(tx, row, sale, { userId: caller.userId, terminalId });
  } else {
    refuseVoided(sale);
  }
  const change = {
    status,
    updated_at: now,
    ...(action === 'receive' ? { received_at: now } : {}),
    ...(action === 'approve' || action === 'reject'
      ? { decided_by: caller.userId, decided_at: now }
      : {}),
  };
  await updateReturn(tx, row.id, change);
  const moved = { ...row, ...change };
  await tellReturn(tx, 'return.updated', moved, terminalId);
  return moved;
}
