import { atomically } from '../../platform/database/tx.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { markDays } from './rollup/days-repository.js';

/** Whatever changes the money of a sale changes the sums of the days it was sold, refunded, returned. */
const markTouchedDays: Subscriber = {
  name: 'analytics:mark-days',
  events: ['transaction.completed', 'transaction.voided', 'refund.succeeded', 'return.updated'],
  canWait: true,
  handle: ({ db }, events) => {
    const returnIds = events.flatMap(({ event, subjectId }) =>
      event === 'return.updated' && subjectId !== null ? [subjectId] : [],
    );
    const saleIds = events.flatMap(({ event, subjectId, data }) => {
      if (event === 'refund.succeeded') return [String(data.sale_id)];
      return event.startsWith('transaction.') && subjectId !== null ? [subjectId] : [];
    });
    return atomically(db, async tx => {
      await markDays(tx, saleIds, returnIds);
    });
  },
};

export const subscribers: readonly Subscriber[] = [markTouchedDays];
