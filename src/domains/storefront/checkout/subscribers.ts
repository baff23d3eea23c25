import { atomically } from '../../../platform/database/tx.js';
import type { Subscriber } from '../../../platform/events/subscriber.js';
import { giveBackAllowance } from '../../compliance/index.js';
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

/** What an order used up of what one customer may have is free again when the order is voided. */
const giveBackLimits: Subscriber = {
  name: 'storefront:give-back-limits',
  events: ['transaction.voided'],
  handle: async ({ db }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => giveBackAllowance(tx, subjectId));
    }
  },
};

export const subscribers: readonly Subscriber[] = [commitHeld, giveBackLimits];
