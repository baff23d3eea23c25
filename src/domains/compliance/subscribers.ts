import { atomically } from '../../platform/database/tx.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { giveBackAllowance } from './limits/take-allowance.js';

/** What a sale used up of what one customer may have is free again when the sale is voided. */
const giveBackLimits: Subscriber = {
  name: 'compliance:give-back-limits',
  events: ['transaction.voided'],
  handle: async ({ db }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => giveBackAllowance(tx, subjectId));
    }
  },
};

export const subscribers: readonly Subscriber[] = [giveBackLimits];
