import { MINUTE_MS } from '../../platform/clock.js';
import { notFound, tooMany } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { failureBlockOf } from '../people/index.js';
import { hashesOfCode } from './code-hash.js';
import { accountByCode, type ValueAccount } from './repository.js';
import { storedCreditCode } from './rules.js';

/** A customer looks at a few cards; a program that guesses asks far more often. */
const LOOKS_A_MINUTE = 20;

/** Who asks: the address, and the login if there is one. */
export type Asker = { address: string; key: string };

/**
 * The account behind a code. A gift card is found by the HMAC of its code, so the time says nothing
 * about the characters of a wrong one. Wrong codes count as failures of their address, which is blocked
 * like one that guesses passwords.
 */
export async function accountOfCode(
  platform: Platform,
  asker: Asker,
  code: string,
): Promise<ValueAccount> {
  const { limits, config, db } = platform;
  const block = failureBlockOf(platform, asker.address);
  await block.refuseBlocked();
  const verdict = await limits.throttle('value-balance', asker.key, LOOKS_A_MINUTE, MINUTE_MS);
  if (verdict.blocked)
    throw tooMany('Too many requests; try again later.', verdict.retryAfterSeconds);
  const account = await accountByCode(db, hashesOfCode(config, code), storedCreditCode(code));
  if (account === undefined) {
    await block.failed();
    throw notFound('Gift card');
  }
  return account;
}

/** The balance behind a code, for anyone who knows it. */
export async function readBalance(platform: Platform, asker: Asker, code: string) {
  const account = await accountOfCode(platform, asker, code);
  const { clock } = platform;
  const isExpired = account.expires_at !== null && account.expires_at <= clock.now();
  return {
    balance: account.balance,
    currency: account.currency ?? '',
    status: isExpired && account.status === 'active' ? ('expired' as const) : account.status,
    expires_at: account.expires_at?.toISOString() ?? null,
  };
}
