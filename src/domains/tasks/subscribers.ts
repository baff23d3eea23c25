import { atomically } from '../../platform/database/tx.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { openTask } from './open-task.js';

type GivenUp = {
  refund_id: string;
  payment_id: string;
  transaction_id: string;
  amount: string;
  reason: string;
};

/** A refund that no retry could get through is money the shop still owes: a person has to act. */
export const refundGivenUp: Subscriber = {
  name: 'tasks:refund-given-up',
  events: ['refund.given_up'],
  handle: ({ db }, events) =>
    atomically(db, async tx => {
      for (const { storeId, data } of events) {
        const refund = data as GivenUp;
        if (storeId === null) throw new Error(`refund ${refund.refund_id} belongs to no store`);
        await openTask(tx, {
          taskId: `refund-${refund.refund_id}`,
          storeId,
          title: `Refund of ${refund.amount} for ${refund.transaction_id} could not be completed`,
          description:
            `The processor refused every try to refund payment ${refund.payment_id}: ` +
            `${refund.reason}. Pay the customer ${refund.amount} another way, or settle it with ` +
            'the processor.',
          priority: 'high',
        });
      }
    }),
};
