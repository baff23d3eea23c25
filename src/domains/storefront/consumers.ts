import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { customerLoggedIn } from '../people/index.js';
import { restoreCart } from './sessions/restore-cart.js';

const restoreCarts = defineConsumer({
  name: 'storefront:restore-cart',
  events: [customerLoggedIn],
  async handle(platform, events) {
    for (const { data } of events) {
      await restoreCart(platform, { userId: data.user_id, sessionId: data.session_id });
    }
  },
});

export const consumers: readonly Consumer[] = [restoreCarts];
