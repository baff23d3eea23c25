import { atomically } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { deliveryQueue } from './deliver.js';
import { type Delivery, deliveryById, reopenDelivery } from './delivery-repository.js';
import { switchedOff } from './errors.js';
import type { Endpoint } from './repository.js';

/** Sends a finished delivery again, under the same id. */
export async function redeliver(
  { db, clock }: Platform,
  endpoint: Endpoint,
  deliveryId: string,
): Promise<Delivery> {
  const reopened = await atomically(db, async tx => {
    const delivery = await reopenDelivery(tx, endpoint.id, deliveryId, clock.now());
    if (delivery !== undefined) hintQueue(tx, deliveryQueue);
    return delivery;
  });
  if (reopened !== undefined) return reopened;
  const known = await deliveryById(db, endpoint.id, deliveryId);
  if (known === undefined) throw notFound('Delivery');
  if (known.status !== 'pending') throw switchedOff();
  throw conflict('INVALID_STATE', 'This delivery is still pending.', { status: 'pending' });
}
