import { atomically } from '../../platform/database/tx.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { cancelOpenReturns } from './cancel-open-returns.js';
import { tellReturn } from './events.js';
import { returnOfRefund } from './repository.js';

const followVoids: Subscriber = {
  name: 'returns:cancel-voided',
  events: ['transaction.voided'],
  handle: async ({ db, clock }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => cancelOpenReturns(tx, subjectId, clock.now()));
    }
  },
};

/** What a return has paid out is the sum of its refunds, so each of them changes it. */
const followRefunds: Subscriber = {
  name: 'returns:follow-refunds',
  events: ['refund.succeeded', 'refund.given_up'],
  handle: ({ db }, events) =>
    atomically(db, async tx => {
      for (const { subjectId, data } of events) {
        if (subjectId === null || data.cause !== 'return') continue;
        const row = await returnOfRefund(tx, subjectId);
        if (row !== undefined) await tellReturn(tx, 'return.updated', row, row.terminal_id);
      }
    }),
};

export const subscribers: readonly Subscriber[] = [followVoids, followRefunds];
