import type { Tx } from '../../platform/database/tx.js';
import { conflict, type FieldErrors, refuseFields } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { shownQuantity, type Unit } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { linesOf } from '../transactions/index.js';
import { itemsToSend } from './create-fulfillment.js';
import { fulfillmentUpdated } from './events.js';
import { itemsInSteps } from './items-in-steps.js';
import { lockFulfillment } from './lock-fulfillment.js';
import { notifyShipped } from './notify-shipped.js';
import {
  countsOf,
  type Fulfillment,
  insertShipment,
  type Parcel,
  sendShipment,
  shipmentsOf,
  updateFulfillment,
} from './repository.js';
import { type Item, mergeItems, subtractItems, unitsOf, type WantedItem } from './rules.js';

/** Without `items`, everything still to be shipped. */
export type ShipRequest = Pick<Parcel, 'carrierName' | 'trackingNumber'> & {
  items?: readonly WantedItem[];
};

/**
 * Ships a parcel. Remaining items form the next pending shipment; the fulfillment becomes `shipped`
 * only when nothing remains.
 */
export async function shipItems(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  id: string,
  request: ShipRequest,
): Promise<Fulfillment> {
  const now = platform.clock.now();
  const { row, sale, to } = await lockFulfillment(tx, caller, id, 'ship');
  const lines = await linesOf(tx, sale.id);
  const { waiting, returnedUnshipped } = await itemsToSend(tx, sale.id, lines);
  if (waiting.length === 0) {
    throw conflict('NOTHING_TO_SHIP', 'All items of this sale have been shipped.');
  }
  const wanted = request.items && itemsInSteps(request.items, lines);
  if (wanted !== undefined) refuseItems(wanted, waiting, unitsOf(lines));
  const items = mergeItems(wanted ?? waiting);
  const sentId = await send(tx, row, { ...request, items, returnedUnshipped }, now);
  const rest = subtractItems(waiting, items);
  if (rest.length > 0) {
    await insertShipment(tx, {
      id: newId(),
      fulfillment_id: row.id,
      items: rest,
      created_at: now,
    });
  }
  const change = { status: rest.length > 0 ? ('processing' as const) : to, updated_at: now };
  await updateFulfillment(tx, row.id, change);
  const moved = { ...row, ...change };
  await notifyShipped(tx, platform, row, sale, sentId);
  await record(tx, fulfillmentUpdated(moved));
  return moved;
}

/** Returns the id of the shipment. */
async function send(tx: Tx, row: Fulfillment, parcel: Parcel, now: Date): Promise<string> {
  const shipments = await shipmentsOf(tx, [row.id]);
  const packed = shipments.find(shipment => shipment.status === 'pending');
  if (packed !== undefined) {
    await sendShipment(tx, packed, parcel, now);
    return packed.id;
  }
  const id = newId();
  await insertShipment(tx, {
    id,
    fulfillment_id: row.id,
    carrier_name: parcel.carrierName,
    tracking_number: parcel.trackingNumber,
    status: 'shipped',
    items: parcel.items,
    given_back: countsOf(parcel.returnedUnshipped),
    created_at: now,
    shipped_at: now,
  });
  return id;
}

/** Refuses items that were not sold, and quantities above the unshipped rest. */
function refuseItems(
  items: readonly Item[],
  waiting: readonly Item[],
  units: ReadonlyMap<string, Unit>,
): void {
  const left = new Map(waiting.map(item => [item.sku, item.quantity]));
  const wanted = new Map(mergeItems(items).map(item => [item.sku, item.quantity]));
  const fields: FieldErrors = {};
  items.forEach(({ sku }, index) => {
    const quantity = left.get(sku);
    if (quantity === undefined) {
      fields[`items.${index}.sku`] = ['Nothing of this is left to be shipped.'];
    } else if ((wanted.get(sku) ?? 0) > quantity) {
      const most = shownQuantity(quantity, units.get(sku) ?? 'piece');
      fields[`items.${index}.quantity`] = [`Only ${most} of this can still be shipped.`];
    }
  });
  refuseFields(fields, 'SHIPS_MORE_THAN_SOLD');
}
