import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { resolveStore } from '../stores/index.js';
import {
  type Delivery,
  deliveryById,
  insertDelivery,
  lockDelivery,
  updateDelivery,
} from './delivery-repository.js';
import { deliverySaved } from './events.js';
import { arrivalAfter, refuseReservedId } from './rules.js';
import type { DeliveryInput } from './schemas.js';

/** Creates or changes a delivery. Any status is allowed; `arrived` sets the arrival time. */
export async function saveDelivery(
  tx: Tx,
  caller: Staff,
  deliveryId: string | undefined,
  change: Partial<DeliveryInput>,
  now: Date,
): Promise<Delivery> {
  const before = deliveryId === undefined ? undefined : await lockDelivery(tx, deliveryId);
  if (deliveryId !== undefined && (before === undefined || !maySee(caller, before.store_id))) {
    throw notFound('Delivery');
  }
  const refused = refuseReservedId('delivery_id', change.delivery_id ?? '');
  if (refused) throw refused;

  const { store, ...columns } = change;
  const storeId =
    store === undefined ? (before?.store_id ?? '') : await resolveStore(tx, caller, store);
  const row = {
    ...columns,
    store_id: storeId,
    actual_arrival: arrivalAfter(before, change, now),
  };
  const id = before?.id ?? newId();
  try {
    if (before) await updateDelivery(tx, id, row);
    else {
      const { delivery_id = '', vendor_name = '', scheduled_date = '', scheduled_time = '' } = row;
      const required = { delivery_id, vendor_name, scheduled_date, scheduled_time };
      await insertDelivery(tx, { ...row, ...required, id });
    }
  } catch (error) {
    throw refusal(error);
  }
  const saved = await deliveryById(tx, id);
  if (saved === undefined) throw notFound('Delivery');
  await record(tx, deliverySaved(saved));
  return saved;
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'delivery_schedules_delivery_id_key':
      return conflict('DUPLICATE', 'Another delivery has this delivery_id.');
    case 'delivery_schedules_store_id_fkey':
      return invalidField('store', 'There is no such store.');
    default:
      return error;
  }
}
