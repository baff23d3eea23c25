import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.js';
import { onCommit, type Tx } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { type EndedSessions, endSessions } from './session-repository.js';

export const TERMINAL_LOGIN_MS = 12 * HOUR_MS;
export const ACCESS_MS = 15 * MINUTE_MS;
export const REFRESH_MS = 14 * DAY_MS;

/** Tells all nodes what must not be trusted any longer: sockets close, remembered logins go. */
export const SESSIONS_CHANNEL = 'sessions';

/** `replaced`: somebody else logged in at that till. */
export type EndReason = 'ended' | 'replaced';

export type SessionsMessage = {
  ended: string[];
  reason: EndReason;
  /** Users whose rights, stores or names are others now; their logins go on. */
  changedUsers: string[];
};

/** Sent once the transaction is committed; this node has heard it before its caller goes on. */
export function announce(tx: Tx, platform: Platform, message: Partial<SessionsMessage>): void {
  const full: SessionsMessage = { ended: [], reason: 'ended', changedUsers: [], ...message };
  if (full.ended.length === 0 && full.changedUsers.length === 0) return;
  onCommit(tx, () => {
    platform.bus.publish(SESSIONS_CHANNEL, full).catch((error: unknown) => {
      platform.log.error({ err: error }, 'the end of sessions could not be announced');
    });
  });
}

/** Ends sessions at once: they let nobody in from the commit on. */
export async function endSessionsWhere(
  tx: Tx,
  platform: Platform,
  which: EndedSessions,
  reason: EndReason = 'ended',
): Promise<string[]> {
  const ended = await endSessions(tx, which, platform.clock.now());
  announce(tx, platform, { ended, reason });
  return ended;
}

export const endSessionsOf = (tx: Tx, platform: Platform, userId: string): Promise<string[]> =>
  endSessionsWhere(tx, platform, { userId });
