import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';
import { onCommit, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { type EndedSessions, endSessions } from './session-repository.js';

export const TERMINAL_LOGIN_MS = 12 * HOUR_MS;
export const ACCESS_MS = 15 * MINUTE_MS;
export const REFRESH_MS = 14 * DAY_MS;

/** Bus channel of ended sessions and changed users: nodes close sockets and evict cached logins. */
export const SESSIONS_CHANNEL = 'sessions';

/** `replaced`: another login at the same till. */
export type EndReason = 'ended' | 'replaced';

export type SessionsMessage = {
  ended: string[];
  reason: EndReason;
  /** Users with changed rights, stores or names; their logins stay valid. */
  changedUsers: string[];
};

/** Publishes after the commit; this node handles the message before the caller continues. */
export function publishSessions(
  tx: Tx,
  platform: Platform,
  message: Partial<SessionsMessage>,
): void {
  const full: SessionsMessage = { ended: [], reason: 'ended', changedUsers: [], ...message };
  if (full.ended.length === 0 && full.changedUsers.length === 0) return;
  onCommit(tx, () => {
    platform.bus.publish(SESSIONS_CHANNEL, full).catch((error: unknown) => {
      platform.log.error({ err: error }, 'publishing session changes failed');
    });
  });
}

/** The sessions stop working with the commit. */
export async function endSessionsWhere(
  tx: Tx,
  platform: Platform,
  which: EndedSessions,
  reason: EndReason = 'ended',
): Promise<string[]> {
  const ended = await endSessions(tx, which, platform.clock.now());
  publishSessions(tx, platform, { ended, reason });
  return ended;
}

export const endSessionsOf = (tx: Tx, platform: Platform, userId: string): Promise<string[]> =>
  endSessionsWhere(tx, platform, { userId });
