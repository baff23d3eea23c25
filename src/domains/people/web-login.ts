import { addMs } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { newId, newToken } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import type { Role } from '../access/index.js';
import { hashToken } from './hashing.js';
import { adoptGuestSession, insertRefreshToken, insertSession } from './session-repository.js';
import { ACCESS_MS, REFRESH_MS } from './sessions.js';
import { signToken } from './tokens.js';

export type WebLogin = { sessionId: string; userId: string; cookie: string; refresh: string };

/**
 * Opens a login with a cookie and a refresh token, both new. A customer takes over the visit they
 * were on as a guest, so that the cart stays; staff get a session of their own.
 */
export async function openWebLogin(
  tx: Tx,
  platform: Platform,
  user: { id: string; role: Role },
  guestCookie: string | undefined,
): Promise<WebLogin> {
  const now = platform.clock.now();
  const expiresAt = addMs(now, REFRESH_MS);
  const cookie = newToken();
  const cookieHash = hashToken(cookie);
  const adopted =
    guestCookie !== undefined && user.role === 'customer'
      ? await adoptGuestSession(tx, hashToken(guestCookie), {
          userId: user.id,
          cookieHash,
          now,
          expiresAt,
        })
      : undefined;
  const sessionId = adopted ?? newId();
  if (adopted === undefined) {
    await insertSession(tx, {
      id: sessionId,
      kind: 'web',
      userId: user.id,
      storeId: null,
      terminalId: null,
      cookieHash,
      now,
      expiresAt,
    });
  }
  const refresh = await addRefreshToken(tx, sessionId, expiresAt);
  return { sessionId, userId: user.id, cookie, refresh };
}

export async function addRefreshToken(tx: Tx, sessionId: string, expiresAt: Date): Promise<string> {
  const refresh = newToken();
  await insertRefreshToken(tx, { hash: hashToken(refresh), sessionId, expiresAt });
  return refresh;
}

export function signAccess(
  platform: Platform,
  login: Pick<WebLogin, 'sessionId' | 'userId'>,
): Promise<string> {
  const issuedAt = platform.clock.now();
  const expiresAt = addMs(issuedAt, ACCESS_MS);
  return signToken(platform, { kind: 'web', ...login, issuedAt, expiresAt });
}
