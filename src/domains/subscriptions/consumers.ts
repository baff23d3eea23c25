import { atomically } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import type { Consumer } from '../../platform/work/consumers/consumer.js';
import type { DomainEvent } from '../../platform/work/events/repository.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { deliveryQueue } from './deliver.js';
import { insertDeliveries } from './delivery-repository.js';
import { activeEndpoints } from './repository.js';
import { EVENTS, isSubscribed } from './rules.js';
import type { WebhookBody } from './schemas.js';

export const payloadOf = (event: DomainEvent): WebhookBody => ({
  id: event.id,
  event: event.event,
  occurred_at: event.occurredAt.toISOString(),
  store_id: event.storeId,
  subject_id: event.subjectId,
  data: event.data,
});

const queueDeliveries: Consumer = {
  name: 'subscriptions:queue-deliveries',
  events: EVENTS,
  priority: 'low',
  handle: async ({ db, clock }, events) => {
    const endpoints = await activeEndpoints(db);
    const deliveries = endpoints.flatMap(endpoint =>
      events
        .filter(event => isSubscribed(endpoint, event))
        .map(event => ({
          id: newId(),
          endpoint_id: endpoint.id,
          event_id: event.id,
          event: event.event,
          payload: payloadOf(event),
        })),
    );
    if (deliveries.length === 0) return;
    await atomically(db, async tx => {
      await insertDeliveries(tx, deliveries, clock.now());
      hintQueue(tx, deliveryQueue);
    });
  },
};

export const consumers: readonly Consumer[] = [queueDeliveries];
