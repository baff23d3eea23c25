import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { deleteDelivery, lockDelivery } from './delivery-repository.js';
import { deliveryDeleted } from './events.js';

export async function removeDelivery(tx: Tx, caller: Staff, deliveryId: string): Promise<void> {
  const delivery = await lockDelivery(tx, deliveryId);
  if (delivery === undefined || !maySee(caller, delivery.store_id)) throw notFound('Delivery');
  await deleteDelivery(tx, delivery.id);
  await record(tx, deliveryDeleted(delivery));
}
