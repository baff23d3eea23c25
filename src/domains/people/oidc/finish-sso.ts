import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { hashToken } from '../hashing.js';
import { type Checks, isUnreachable, type Provider } from './provider.js';
import { takeAttempt, writeIdentity } from './repository.js';
import { ssoSeal } from './seal.js';

/** The desk opens the login as soon as its page has loaded. */
const ANSWER_MS = MINUTE_MS;

export type SsoOutcome = 'ready' | 'failed' | 'unavailable';

/** Checks what the provider sent along with the browser, and keeps who the person is. */
export async function finishSso(
  platform: Platform,
  provider: Provider,
  browser: string | undefined,
  query: string,
): Promise<SsoOutcome> {
  const { db, clock, log } = platform;
  const browserHash = browser === undefined ? undefined : hashToken(browser);
  const sealed = browserHash && (await takeAttempt(db, browserHash, clock.now()));
  if (browserHash === undefined || sealed === undefined) return 'failed';
  const checks = JSON.parse(ssoSeal(platform).open(sealed)) as Checks;
  try {
    const identity = await provider.identityOf(query, checks);
    await writeIdentity(db, {
      browserHash,
      sealed: ssoSeal(platform).close(JSON.stringify(identity)),
      expiresAt: addMs(clock.now(), ANSWER_MS),
    });
    return 'ready';
  } catch (error) {
    log.warn({ err: error }, 'single sign-on failed');
    return isUnreachable(error) ? 'unavailable' : 'failed';
  }
}
