import { atomically } from '../../platform/database/tx.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { closeFulfillments } from './close-fulfillments.js';

const followVoids: Subscriber = {
  name: 'fulfillments:cancel-voided',
  events: ['transaction.voided'],
  handle: async ({ db, clock }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => closeFulfillments(tx, subjectId, 'cancelled', clock.now()));
    }
  },
};

export const subscribers: readonly Subscriber[] = [followVoids];
