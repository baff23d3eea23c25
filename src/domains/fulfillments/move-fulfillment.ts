import type { Tx } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { fulfillmentUpdated } from './events.js';
import { handedOver } from './hand-over.js';
import { lockFulfillment } from './lock-fulfillment.js';
import { notifyReady } from './notify-ready.js';
import { deliverShipments, type Fulfillment, updateFulfillment } from './repository.js';
import type { Action } from './rules.js';

/** Every transition except `ship` and `cancel`; see `shipItems` and `cancelFulfillment`. */
export async function moveFulfillment(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  id: string,
  action: Exclude<Action, 'ship' | 'cancel'>,
): Promise<Fulfillment> {
  const now = platform.clock.now();
  const { row, sale, to } = await lockFulfillment(tx, caller, id, action);
  const change = {
    status: to,
    updated_at: now,
    ...(to === 'picked_up' && handedOver(caller, now)),
  };
  await updateFulfillment(tx, row.id, change);
  if (action === 'deliver') await deliverShipments(tx, row.id, now);
  const isNotified = action === 'mark-ready' && (await notifyReady(tx, platform, row, sale, now));
  const moved = { ...row, ...change, ...(isNotified && { ready_notified_at: now }) };
  await record(tx, fulfillmentUpdated(moved));
  return moved;
}
