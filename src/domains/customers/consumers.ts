import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { customerLoggedIn } from '../people/index.js';
import { adoptOrdersOf } from './adopt-guest-orders.js';

const adoptGuestOrders = defineConsumer({
  name: 'customers:adopt-guest-orders',
  events: [customerLoggedIn],
  priority: 'low',
  handle: async ({ db }, events) => {
    for (const id of new Set(events.map(event => event.data.user_id))) {
      await atomically(db, tx => adoptOrdersOf(tx, id));
    }
  },
});

export const consumers: readonly Consumer[] = [adoptGuestOrders];
