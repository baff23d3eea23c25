import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { unauthenticated } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { hashToken } from '../hashing.js';
import { extendSession, lockRefreshToken, useRefreshToken } from './session-repository.js';
import { endSessionsWhere, REFRESH_MS } from './sessions.js';
import { addRefreshToken, signAccess } from './web-login.js';

/**
 * Exchanges a refresh token for a new pair. A second use means that two parties hold the token and
 * one of them stole it, so the login ends. Parallel uses count too, or a thief could hide in one.
 */
export async function refreshLogin(
  platform: Platform,
  token: string,
): Promise<{ access: string; refresh: string }> {
  const now = platform.clock.now();
  const hash = hashToken(token);
  // Returns null instead of throwing, because the end of a stolen login must be committed.
  const next = await atomically(platform.db, async tx => {
    const row = await lockRefreshToken(tx, hash);
    if (row === undefined || row.ended_at !== null) return null;
    if (row.used_at !== null) {
      platform.log.warn({ session: row.session_id }, 'refresh token reused; login ended');
      await endSessionsWhere(tx, platform, { id: row.session_id });
      return null;
    }
    if (row.expires_at <= now || row.session_expires_at <= now || !row.is_active) return null;
    const expiresAt = addMs(now, REFRESH_MS);
    await useRefreshToken(tx, hash, now);
    await extendSession(tx, row.session_id, now, expiresAt);
    const refresh = await addRefreshToken(tx, row.session_id, expiresAt);
    return { refresh, sessionId: row.session_id, userId: row.user_id };
  });
  if (next === null) {
    throw unauthenticated('This refresh token is not valid.', 'INVALID_REFRESH_TOKEN');
  }
  return { access: await signAccess(platform, next), refresh: next.refresh };
}
