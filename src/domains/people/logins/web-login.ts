import { addMs } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { newId, newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Role } from '../../access/index.js';
import type { Device } from '../devices/device.js';
import { noteDevice } from '../devices/note-device.js';
import { customerLoggedIn } from '../events.js';
import { hashToken } from '../hashing.js';
import { codeNeeded } from '../totp/rules.js';
import {
  adoptGuestSession,
  type GuestHashes,
  insertRefreshToken,
  insertSession,
} from './session-repository.js';
import { ACCESS_MS, REFRESH_MS } from './sessions.js';
import { signToken } from './tokens.js';

/** The tokens by which a request identifies a guest's visit. */
export type GuestProof = { cartToken: string | undefined; cookie: string | undefined };

export type WebLogin = { sessionId: string; userId: string; cookie: string; refresh: string };

/**
 * What stood beside or in place of the password: the device of a passkey has checked its owner, the
 * identity provider has its own second step.
 */
export type SecondStep = 'code' | 'passkey' | 'provider' | 'none';

/**
 * Opens a login with a new cookie and a new refresh token. A customer's login takes over the guest
 * visit and so keeps the cart; staff get a separate session.
 */
export async function openWebLogin(
  tx: Tx,
  platform: Platform,
  user: { id: string; role: Role; email: string | null; has_totp: boolean },
  step: SecondStep,
  guest: GuestProof,
  device: Device,
): Promise<WebLogin> {
  // No way in passes by the codes, also if they were switched on a moment ago.
  if (user.has_totp && step === 'none') throw codeNeeded();
  const now = platform.clock.now();
  const expiresAt = addMs(now, REFRESH_MS);
  const cookie = newToken();
  const cookieHash = hashToken(cookie);
  const adopted =
    user.role === 'customer'
      ? await adoptGuestSession(tx, hashesOf(guest), {
          userId: user.id,
          cookieHash,
          userAgent: device.userAgent,
          address: device.address,
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
      userAgent: device.userAgent,
      address: device.address,
      now,
      expiresAt,
    });
  }
  await noteDevice(tx, platform, user, device);
  if (user.role === 'customer') await record(tx, customerLoggedIn(user.id, sessionId));
  const refresh = await addRefreshToken(tx, sessionId, expiresAt);
  return { sessionId, userId: user.id, cookie, refresh };
}

const hashesOf = ({ cartToken, cookie }: GuestProof): GuestHashes => ({
  cartToken: cartToken === undefined ? null : hashToken(cartToken),
  cookie: cookie === undefined ? null : hashToken(cookie),
});

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
