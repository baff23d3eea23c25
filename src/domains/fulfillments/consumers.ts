import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { saleVoided } from '../transactions/index.js';
import { closeFulfillments } from './close-fulfillments.js';

const followVoids = defineConsumer({
  name: 'fulfillments:cancel-voided',
  events: [saleVoided],
  handle: async ({ db, clock }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => closeFulfillments(tx, subjectId, 'cancelled', clock.now()));
    }
  },
});

export const consumers: readonly Consumer[] = [followVoids];
