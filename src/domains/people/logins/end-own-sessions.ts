import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { sessionsOf } from '../devices/repository.js';
import { endSessionsWhere } from './sessions.js';

/** Ends one's own login with this id; without an id, all but the current one. Returns how many. */
export async function endOtherSessions(
  platform: Platform,
  caller: { userId: string; sessionId: string },
  id?: string,
): Promise<number> {
  return atomically(platform.db, async tx => {
    const own = await sessionsOf(tx, caller.userId, platform.clock.now());
    const wanted = own.filter(one =>
      id === undefined ? one.id !== caller.sessionId : one.id === id,
    );
    let ended = 0;
    for (const one of wanted) {
      ended += (await endSessionsWhere(tx, platform, { id: one.id })).length;
    }
    return ended;
  });
}
