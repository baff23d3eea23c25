import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { refundGivenUp } from '../payments/index.js';
import { openTask } from './open-task.js';

/** A refund that no retry could complete is money the shop still owes, so a person has to act. */
export const openRefundTask = defineConsumer({
  name: 'tasks:refund-given-up',
  events: [refundGivenUp],
  handle: ({ db }, events) =>
    atomically(db, async tx => {
      for (const { storeId, data: refund } of events) {
        if (storeId === null) throw new Error(`refund ${refund.refund_id} belongs to no store`);
        await openTask(tx, {
          taskId: `refund-${refund.refund_id}`,
          storeId,
          title: `Refund of ${refund.amount} for ${refund.transaction_id} could not be completed`,
          description:
            `The processor refused every try to refund payment ${refund.payment_id}: ` +
            `${refund.last_error}. Pay the customer ${refund.amount} another way, or settle it ` +
            'with the processor.',
          priority: 'high',
        });
      }
    }),
});

export const consumers: readonly Consumer[] = [openRefundTask];
