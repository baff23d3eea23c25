import type { Platform } from '../../../platform/platform.js';
import { cancelCheckout } from '../../storefront/index.js';
import type { Agent } from '../repository.js';
import { viewOf, withSession } from './claim.js';
import { saveSession } from './repository.js';
import type { SessionRow, SessionView } from './session.js';
import { checkoutOf, sessionClosed } from './visit.js';

/** Ends a session without an order. */
export const cancelSession = (platform: Platform, agent: Agent, id: string): Promise<SessionView> =>
  withSession(platform, agent, id, async row => {
    if (row.status !== 'open') throw sessionClosed();
    const owned = await checkoutOf(platform, row, false);
    if (owned) await cancelCheckout(platform, owned.checkout);
    const canceled: SessionRow = {
      ...row,
      status: 'canceled',
      buyer: null,
      address: null,
      problems: [],
      updated_at: platform.clock.now(),
    };
    await saveSession(platform.db, canceled);
    return viewOf(platform, canceled);
  });
