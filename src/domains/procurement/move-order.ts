import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { orderSaved } from './events.js';
import { lockVisibleOrder, visibleOrder } from './find-order.js';
import { type Order, updateOrder } from './repository.js';
import { ACTIONS, type OrderAction, refuseAction } from './rules.js';

const STAMPS = { submit: 'submitted_at', close: 'closed_at', cancel: 'cancelled_at' } as const;

/** Submits, closes or cancels an order; see `receiveOrder` for receipts. */
export async function moveOrder(
  tx: Tx,
  caller: Staff,
  ref: string,
  name: Exclude<OrderAction, 'receive'>,
  now: Date,
): Promise<Order> {
  const order = await lockVisibleOrder(tx, caller, ref);
  const refused = refuseAction(order.status, name);
  if (refused) throw refused;
  await updateOrder(tx, order.id, { status: ACTIONS[name].to, [STAMPS[name]]: now });
  const moved = await visibleOrder(tx, caller, order.id);
  await record(tx, orderSaved(moved));
  return moved;
}
