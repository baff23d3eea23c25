import { type Subscriber, subscriber } from '../../platform/events/subscriber.js';
import { customerLoggedIn } from '../people/index.js';
import { restoreCart } from './sessions/restore-cart.js';

const restoreCarts = subscriber({
  name: 'storefront:restore-cart',
  events: [customerLoggedIn],
  async handle(platform, events) {
    for (const { data } of events) {
      await restoreCart(platform, { userId: data.user_id, sessionId: data.session_id });
    }
  },
});

export const subscribers: readonly Subscriber[] = [restoreCarts];
