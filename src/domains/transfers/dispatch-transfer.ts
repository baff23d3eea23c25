import type { Tx } from '../../platform/database/tx.js';
import type { Staff } from '../access/index.js';
import { release, sendGoods } from '../inventory/index.js';
import { lockForAction } from './find-transfer.js';
import { finishStep, purposeOf } from './finish-step.js';
import type { Transfer } from './repository.js';

/** The packed goods leave the sending store; its stock falls by them. */
export async function dispatchTransfer(
  tx: Tx,
  caller: Staff,
  ref: string,
  now: Date,
): Promise<Transfer> {
  const transfer = await lockForAction(tx, caller, ref, 'send');
  await release(tx, purposeOf(transfer));
  await sendGoods(tx, {
    reference: transfer.id,
    storeId: transfer.from_store_id,
    lines: transfer.lines.flatMap(({ variant_id: variantId, packed_quantity: quantity }) =>
      quantity === null || quantity === 0 ? [] : [{ variantId, quantity }],
    ),
    reason: transfer.number,
    actorId: caller.userId,
  });
  return finishStep(tx, caller, transfer, {
    status: 'in_transit',
    sent_at: now,
    sent_by: caller.userId,
  });
}
