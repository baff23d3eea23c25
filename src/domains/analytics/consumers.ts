import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { refundSucceeded } from '../payments/index.js';
import { returnUpdated } from '../returns/index.js';
import { saleCompleted, saleVoided } from '../transactions/index.js';
import { markDays } from './rollup/days-repository.js';

/** Whatever changes the money of a sale changes the sums of the days of its sale, refund and return. */
const markTouchedDays = defineConsumer({
  name: 'analytics:mark-days',
  events: [saleCompleted, saleVoided, refundSucceeded, returnUpdated],
  priority: 'low',
  handle: ({ db }, events) => {
    const saleIds: string[] = [];
    const returnIds: string[] = [];
    for (const event of events) {
      if (event.event === 'refund.succeeded') saleIds.push(event.data.sale_id);
      else if (event.subjectId === null) continue;
      else if (event.event === 'return.updated') returnIds.push(event.subjectId);
      else saleIds.push(event.subjectId);
    }
    return atomically(db, async tx => {
      await markDays(tx, saleIds, returnIds);
    });
  },
});

export const consumers: readonly Consumer[] = [markTouchedDays];
