import type { Tx } from '../../platform/database/tx.js';
import type { Staff } from '../access/index.js';
import { release } from '../inventory/index.js';
import { lockForAction } from './find-transfer.js';
import { finishStep, purposeOf } from './finish-step.js';
import type { Transfer } from './repository.js';

/** Cancels a transfer that has not left; packed goods can be sold again. */
export async function cancelTransfer(
  tx: Tx,
  caller: Staff,
  ref: string,
  reason: string,
  now: Date,
): Promise<Transfer> {
  const transfer = await lockForAction(tx, caller, ref, 'cancel');
  if (transfer.status === 'packed') await release(tx, purposeOf(transfer));
  return finishStep(tx, caller, transfer, {
    status: 'cancelled',
    cancel_reason: reason.trim(),
    cancelled_at: now,
    cancelled_by: caller.userId,
  });
}
