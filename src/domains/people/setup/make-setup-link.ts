import { addMs, DAY_MS } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { hashToken } from '../hashing.js';
import { hasAdministrator, insertSetupLink, lockSetup } from './repository.js';

const SETUP_LINK_MS = DAY_MS;

/**
 * A link with which one person becomes the first administrator; undefined if there is one. The token
 * stands after the #, which browsers send to no server, so that no log of a proxy has it.
 */
export async function makeSetupLink(platform: Platform): Promise<string | undefined> {
  const token = newToken();
  const now = platform.clock.now();
  return atomically(platform.db, async tx => {
    await lockSetup(tx);
    if (await hasAdministrator(tx)) return undefined;
    await insertSetupLink(tx, {
      hash: hashToken(token),
      expiresAt: addMs(now, SETUP_LINK_MS),
      now,
    });
    return `${platform.config.publicUrl}/app/desk/setup#${token}`;
  });
}
