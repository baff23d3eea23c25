import { atomically } from '../../platform/database/tx.js';
import type { DomainEvent } from '../../platform/events/repository.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { newId } from '../../platform/ids.js';
import { deliverSoon } from './deliver.js';
import { insertDeliveries } from './delivery-repository.js';
import { activeEndpoints } from './repository.js';
import { EVENTS, hears } from './rules.js';

/** What a receiver gets; `id` is the event's and the same for all receivers. */
export const payloadOf = (event: DomainEvent): Record<string, unknown> => ({
  id: event.id,
  event: event.event,
  occurred_at: event.occurredAt.toISOString(),
  store_id: event.storeId,
  subject_id: event.subjectId,
  data: event.data,
});

const queueDeliveries: Subscriber = {
  name: 'subscriptions:queue-deliveries',
  events: EVENTS,
  canWait: true,
  handle: async ({ db, clock }, events) => {
    const endpoints = await activeEndpoints(db);
    const deliveries = endpoints.flatMap(endpoint =>
      events
        .filter(event => hears(endpoint, event))
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
      await deliverSoon(tx, await insertDeliveries(tx, deliveries, clock.now()));
    });
  },
};

export const subscribers: readonly Subscriber[] = [queueDeliveries];
