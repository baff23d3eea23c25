import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { lockSale } from '../transactions/index.js';
import { fulfillmentUpdated } from './events.js';
import { visibleFulfillment } from './find-fulfillment.js';
import { notifyShipped } from './notify-shipped.js';
import {
  type Fulfillment,
  fulfillmentById,
  shipmentsOf,
  updateFulfillment,
  updateShipment,
} from './repository.js';

export type Tracking = { carrier_name?: string; tracking_number?: string };

/** Enters or corrects the carrier and the tracking number of a parcel that has left. */
export async function trackShipment(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  ref: { id: string; shipmentId: string },
  { carrier_name: carrier, tracking_number: tracking }: Tracking,
): Promise<Fulfillment> {
  const now = platform.clock.now();
  const found = await visibleFulfillment(tx, caller, ref.id);
  const sale = await lockSale(tx, found.transaction_id);
  const row = await fulfillmentById(tx, found.id);
  if (sale === undefined || row === undefined) throw notFound('Fulfillment');
  const shipment = (await shipmentsOf(tx, [row.id])).find(one => one.id === ref.shipmentId);
  if (shipment === undefined) throw notFound('Shipment');
  if (shipment.status !== 'shipped') {
    throw conflict('INVALID_STATE', `A shipment that is ${shipment.status} cannot be tracked.`, {
      status: shipment.status,
    });
  }
  const change = {
    carrier_name: carrier?.trim() ?? shipment.carrier_name,
    tracking_number: tracking?.trim() ?? shipment.tracking_number,
  };
  await updateShipment(tx, shipment.id, change);
  await notifyShipped(tx, platform, row, sale, shipment.id);
  await updateFulfillment(tx, row.id, { updated_at: now });
  const changed = { ...row, updated_at: now };
  await record(tx, fulfillmentUpdated(changed));
  return changed;
}
