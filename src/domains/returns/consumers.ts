import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { record } from '../../platform/work/events/outbox.js';
import { refundGivenUp, refundSucceeded } from '../payments/index.js';
import { saleVoided } from '../transactions/index.js';
import { cancelOpenReturns } from './cancel-open-returns.js';
import { returnUpdated } from './events.js';
import { notifyCustomer } from './notify-customer.js';
import { returnOfRefund } from './repository.js';

const followVoids = defineConsumer({
  name: 'returns:cancel-voided',
  events: [saleVoided],
  handle: async ({ db, clock }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => cancelOpenReturns(tx, subjectId, clock.now()));
    }
  },
});

/** What a return has paid out is the sum of its refunds, so each of them changes it. */
const followRefunds = defineConsumer({
  name: 'returns:follow-refunds',
  events: [refundSucceeded, refundGivenUp],
  handle: ({ db }, events) =>
    atomically(db, async tx => {
      for (const { subjectId, data } of events) {
        if (subjectId === null || data.cause !== 'return') continue;
        const row = await returnOfRefund(tx, subjectId);
        if (row !== undefined) await record(tx, returnUpdated(row, row.terminal_id));
      }
    }),
});

/** The mail with the decision about a request of the shop. */
const notifyCustomers = defineConsumer({
  name: 'returns:notify-customers',
  events: [returnUpdated],
  priority: 'low',
  handle: async (platform, events) => {
    const ids = new Set(events.flatMap(({ subjectId }) => subjectId ?? []));
    for (const id of ids) await atomically(platform.db, tx => notifyCustomer(tx, platform, id));
  },
});

export const consumers: readonly Consumer[] = [followVoids, followRefunds, notifyCustomers];
