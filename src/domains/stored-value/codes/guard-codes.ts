import { MINUTE_MS } from '../../../platform/clock.js';
import { Failure, tooMany } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { replaceHash } from '../repository.js';
import { hashesOfCode } from './code-hash.js';

/** Ten wrong codes in ten minutes: a person would have asked for help by then. */
const RULE = { max: 10, windowMs: 10 * MINUTE_MS, blockMs: 10 * MINUTE_MS };

/**
 * Runs work that takes a code, and counts wrong codes of the caller: a login, or an address. Too many
 * block further tries, right ones included, and are logged.
 */
export async function guardCodes<T>(
  platform: Platform,
  caller: string,
  code: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (code === undefined) return work();
  const { limits, log } = platform;
  const verdict = await limits.blockVerdict('gift-card-codes', caller);
  if (verdict.blocked) {
    throw tooMany(
      'Too many wrong gift card codes; try again later.',
      verdict.retryAfterSeconds,
      'FAILURE_BLOCKED',
    );
  }
  try {
    const result = await work();
    await renewHash(platform, code);
    return result;
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNKNOWN_GIFT_CARD') {
      await limits.countTowardBlock('gift-card-codes', caller, RULE);
      log.warn({ caller }, 'a wrong gift card code was tried');
    }
    throw error;
  }
}

/** A card that is used is stored under the newest key. */
async function renewHash({ config, db }: Platform, code: string): Promise<void> {
  const [current, ...former] = hashesOfCode(config, code);
  if (current === undefined) return;
  for (const hash of former) await replaceHash(db, hash, current);
}
