import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import { newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { hashToken } from '../hashing.js';
import { newChecks, type Provider } from './provider.js';
import { insertAttempt } from './repository.js';
import { ssoSeal } from './seal.js';

/** How long a person may take at the provider. */
export const ATTEMPT_MS = 10 * MINUTE_MS;

/** Returns where the browser goes, and the token by which it is known when it comes back. */
export async function startSso(
  platform: Platform,
  provider: Provider,
): Promise<{ url: string; browser: string }> {
  const checks = newChecks();
  const url = await provider.loginUrl(checks);
  const browser = newToken();
  await insertAttempt(platform.db, {
    browserHash: hashToken(browser),
    sealed: ssoSeal(platform).close(JSON.stringify(checks)),
    expiresAt: addMs(platform.clock.now(), ATTEMPT_MS),
  });
  return { url, browser };
}
