import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import {
  type Delivery,
  deliveryById,
  lockDelivery,
  updateDelivery,
} from './delivery-repository.js';
import { deliverySaved } from './events.js';
import { arrivalAfter, DELIVERY_ACTIONS, type DeliveryAction, refuseAction } from './rules.js';

/** Dispatches, receives or cancels a delivery. */
export async function moveDelivery(
  tx: Tx,
  caller: Staff,
  deliveryId: string,
  name: DeliveryAction,
  now: Date,
): Promise<Delivery> {
  const before = await lockDelivery(tx, deliveryId);
  if (before === undefined || !maySee(caller, before.store_id)) throw notFound('Delivery');
  const action = DELIVERY_ACTIONS[name];
  const refused = refuseAction('delivery', before.status, action);
  if (refused) throw refused;
  await updateDelivery(tx, before.id, {
    status: action.to,
    actual_arrival: arrivalAfter(before, { status: action.to }, now),
  });
  const moved = await deliveryById(tx, before.id);
  if (moved === undefined) throw notFound('Delivery');
  await record(tx, deliverySaved(moved));
  return moved;
}
