import { atomically } from '../../../platform/database/tx.js';
import type { Subscriber } from '../../../platform/events/subscriber.js';
import { commitReservation, salePurpose } from '../../inventory/index.js';

/**
 * Goods of an order that was paid at the counter were held until now; the customer has them in
 * hand, so they leave the stock whatever the books say. Orders paid online did so already.
 */
const commitHeld: Subscriber = {
  name: 'storefront:commit-held',
  events: ['transaction.completed'],
  handle: async ({ db }, events) => {
    for (const { subjectId, data } of events) {
      if (subjectId === null || data.source_system !== 'web_commerce') continue;
      await atomically(db, tx =>
        commitReservation(tx, salePurpose(subjectId), {
          kind: 'sale',
          reference: subjectId,
          goodsInHand: true,
        }),
      );
    }
  },
};

export const subscribers: readonly Subscriber[] = [commitHeld];
