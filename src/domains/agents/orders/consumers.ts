import { atomically } from '../../../platform/database/tx.js';
import { defineConsumer } from '../../../platform/work/consumers/consumer.js';
import { hintQueue } from '../../../platform/work/queues/hint.js';
import { fulfillmentCreated, fulfillmentUpdated } from '../../fulfillments/index.js';
import {
  refundActionDone,
  refundFailed,
  refundGivenUp,
  refundSucceeded,
} from '../../payments/index.js';
import { returnCreated, returnUpdated } from '../../returns/index.js';
import { saleCompleted, saleUpdated, saleVoided } from '../../transactions/index.js';
import { orderEventQueue } from './order-events.js';
import { insertOrders, markChanged, sessionsOfSales } from './repository.js';

/** Finds the orders of programs among web orders; a buyer may have paid without the program. */
export const followOrders = defineConsumer({
  name: 'agents:follow-orders',
  events: [saleCompleted],
  priority: 'low',
  handle: async ({ db, clock }, events) => {
    const numbers = new Map(
      events
        .filter(({ data }) => data.source_system === 'web_commerce')
        .map(({ subjectId, data }) => [subjectId ?? '', data.transaction_id]),
    );
    if (numbers.size === 0) return;
    const sessions = await sessionsOfSales(db, [...numbers.keys()]);
    if (sessions.length === 0) return;
    const orders = sessions.map(order => ({
      ...order,
      sale_number: numbers.get(order.sale_id) ?? '',
    }));
    await atomically(db, async tx => {
      await insertOrders(tx, orders, clock.now());
      hintQueue(tx, orderEventQueue);
    });
  },
});

/** What happens to an order after it was placed. */
export const noteOrderChanges = defineConsumer({
  name: 'agents:note-order-changes',
  events: [
    saleUpdated,
    saleVoided,
    refundSucceeded,
    refundFailed,
    refundGivenUp,
    refundActionDone,
    returnCreated,
    returnUpdated,
    fulfillmentCreated,
    fulfillmentUpdated,
  ],
  priority: 'low',
  handle: async ({ db, clock }, events) => {
    const numbers = [...new Set(events.map(({ data }) => data.transaction_id))];
    await atomically(db, async tx => {
      await markChanged(tx, numbers, clock.now());
      hintQueue(tx, orderEventQueue);
    });
  },
});

export const consumers = [followOrders, noteOrderChanges];
