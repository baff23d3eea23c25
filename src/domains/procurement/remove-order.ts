import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { orderDeleted } from './events.js';
import { lockVisibleOrder } from './find-order.js';
import { deleteOrder } from './repository.js';

/** Deletes a draft. A submitted order can only be cancelled or closed. */
export async function removeOrder(tx: Tx, caller: Staff, ref: string): Promise<void> {
  const order = await lockVisibleOrder(tx, caller, ref);
  if (order.status !== 'draft') {
    throw conflict('INVALID_STATE', 'Only a draft can be deleted; cancel or close the order.', {
      status: order.status,
    });
  }
  await deleteOrder(tx, order.id);
  await record(tx, orderDeleted(order));
}
