import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { hashToken, newPairingCode } from '../../people/index.js';

const CODE_MS = 10 * MINUTE_MS;

/** Spaces, hyphens and case do not matter. */
const keyOf = (code: string): string => {
  const typed = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return `display-code:${hashToken(typed).toString('hex')}`;
};

/**
 * A code for the screen of a new display, and its token. Both are only in the cache until a till
 * takes the code, so that a display which nobody pairs leaves nothing behind.
 */
export async function makeDisplayCode({ cache, clock }: Pick<Platform, 'cache' | 'clock'>) {
  const code = newPairingCode();
  const token = newToken();
  const waiting = { tokenHash: hashToken(token).toString('hex') };
  await cache.set(keyOf(code), waiting, CODE_MS / SECOND_MS);
  return { code, token, expires_at: addMs(clock.now(), CODE_MS).toISOString() };
}

/** The hash of the token that waits for this code. */
export async function tokenOfCode(
  { cache }: Pick<Platform, 'cache'>,
  code: string,
): Promise<Buffer | undefined> {
  const waiting = await cache.get<{ tokenHash: string }>(keyOf(code));
  return waiting && Buffer.from(waiting.tokenHash, 'hex');
}
