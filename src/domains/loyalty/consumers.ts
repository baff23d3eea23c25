import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { refundSucceeded } from '../payments/index.js';
import { saleCompleted, salesOfCustomers, saleUpdated, saleVoided } from '../transactions/index.js';
import { settlePoints } from './settle-points.js';

/** One transaction per sale, so that no customer waits for the sales of others. */
const keepPoints = defineConsumer({
  name: 'loyalty:keep-points',
  events: [saleCompleted, saleUpdated, saleVoided, refundSucceeded],
  priority: 'low',
  handle: async (platform, events) => {
    const touched = new Set(
      events.flatMap(event => {
        if (event.event === 'refund.succeeded') return event.data.sale_id;
        // A change of a sale matters for points only if it changes the customer.
        const isOther =
          event.event === 'transaction.updated' && !event.data.changed?.includes('customer');
        return isOther ? [] : (event.subjectId ?? []);
      }),
    );
    const sales = await salesOfCustomers(platform.db, [...touched]);
    for (const id of sales) await atomically(platform.db, tx => settlePoints(tx, platform, id));
  },
});

export const consumers: readonly Consumer[] = [keepPoints];
