import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { endSessionsWhere } from './sessions.js';

/** Invalidates the access token, the cookie and the refresh tokens of this login. */
export async function logOut(platform: Platform, sessionId: string): Promise<void> {
  await atomically(platform.db, tx => endSessionsWhere(tx, platform, { id: sessionId }));
}
