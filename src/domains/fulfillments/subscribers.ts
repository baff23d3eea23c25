import { atomically } from '../../platform/database/tx.js';
import { type Subscriber, subscriber } from '../../platform/events/subscriber.js';
import { saleVoided } from '../transactions/index.js';
import { closeFulfillments } from './close-fulfillments.js';

const followVoids = subscriber({
  name: 'fulfillments:cancel-voided',
  events: [saleVoided],
  handle: async ({ db, clock }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => closeFulfillments(tx, subjectId, 'cancelled', clock.now()));
    }
  },
});

export const subscribers: readonly Subscriber[] = [followVoids];
