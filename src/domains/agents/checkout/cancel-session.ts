import type { Platform } from '../../../platform/platform.js';
import { cancelCheckout } from '../../storefront/index.js';
import type { Agent } from '../repository.js';
import { keepSession, viewOf, withSession } from './claim.js';
import type { SessionState, SessionView } from './session.js';
import { checkoutOf, sessionClosed, sessionTaken } from './visit.js';

/** Ends a session without an order. */
export const cancelSession = (platform: Platform, agent: Agent, id: string): Promise<SessionView> =>
  withSession(platform, agent, id, async state => {
    if (state.status !== 'open') throw sessionClosed();
    if (state.stage === 'with_customer') throw sessionTaken();
    const owned = await checkoutOf(platform, state);
    if (owned) await cancelCheckout(platform, owned.checkout);
    const canceled: SessionState = {
      ...state,
      status: 'canceled',
      buyer: null,
      address: null,
      problems: [],
      challenged_until: null,
      updated_at: platform.clock.now(),
    };
    await keepSession(platform, canceled);
    return viewOf(platform, canceled);
  });
