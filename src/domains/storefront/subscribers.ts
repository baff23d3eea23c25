import type { Subscriber } from '../../platform/events/subscriber.js';
import { restoreCart } from './sessions/restore-cart.js';

const restoreCarts: Subscriber = {
  name: 'storefront:restore-cart',
  events: ['customer.logged_in'],
  async handle(platform, events) {
    for (const { data } of events) {
      await restoreCart(platform, {
        userId: String(data.user_id),
        sessionId: String(data.session_id),
      });
    }
  },
};

export const subscribers: readonly Subscriber[] = [restoreCarts];
