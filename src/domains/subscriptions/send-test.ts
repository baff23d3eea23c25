import { atomically } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { deliveryQueue } from './deliver.js';
import { type Delivery, deliveryById, insertDeliveries } from './delivery-repository.js';
import { switchedOff } from './errors.js';
import type { Endpoint } from './repository.js';
import { TEST_EVENT } from './rules.js';
import type { WebhookBody } from './schemas.js';

/** Queues a test event, so that the receiver can be checked. */
export async function sendTest({ db, clock }: Platform, endpoint: Endpoint): Promise<Delivery> {
  const now = clock.now();
  const [id, eventId] = [newId(), newId()];
  const payload: WebhookBody = {
    id: eventId,
    event: TEST_EVENT,
    occurred_at: now.toISOString(),
    store_id: null,
    subject_id: endpoint.id,
    data: { message: 'This is a test.' },
  };
  const test = { id, endpoint_id: endpoint.id, event_id: eventId, event: TEST_EVENT, payload };
  return atomically(db, async tx => {
    await insertDeliveries(tx, [test], now);
    hintQueue(tx, deliveryQueue);
    const delivery = await deliveryById(tx, endpoint.id, id);
    if (delivery === undefined) throw switchedOff();
    return delivery;
  });
}
