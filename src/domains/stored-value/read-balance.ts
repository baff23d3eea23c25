import { MINUTE_MS } from '../../platform/clock.js';
import { notFound, tooMany } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { failureBlockOf, NOBODY } from '../people/index.js';
import { hashesOfCode } from './codes/code-hash.js';
import { accountByCode, type ValueAccount } from './repository.js';
import { storedCreditCode } from './rules.js';

/** A customer checks a few cards; a program that guesses codes sends far more requests. */
const CHECKS_A_MINUTE = 20;

/** The caller's address, and the key to throttle by: the login, else the address. */
export type Caller = { address: string; key: string };

/**
 * The account behind a code. A gift card is found by the HMAC of its code, so response times reveal
 * nothing about the characters of a code. Wrong codes count as failures of their address, which is
 * blocked like one that guesses passwords.
 */
export async function accountOfCode(
  platform: Platform,
  caller: Caller,
  code: string,
): Promise<ValueAccount> {
  const { limits, config, db } = platform;
  const block = failureBlockOf(platform, caller.address);
  await block.refuseBlocked();
  const verdict = await limits.throttle('value-balance', caller.key, CHECKS_A_MINUTE, MINUTE_MS);
  if (verdict.blocked)
    throw tooMany('Too many requests; try again later.', verdict.retryAfterSeconds);
  const account = await accountByCode(db, hashesOfCode(config, code), storedCreditCode(code));
  if (account === undefined) {
    await block.failed(NOBODY);
    throw notFound('Gift card');
  }
  return account;
}

/** The balance behind a code, for anyone who knows it. */
export async function readBalance(platform: Platform, caller: Caller, code: string) {
  const account = await accountOfCode(platform, caller, code);
  const { clock } = platform;
  const isExpired = account.expires_at !== null && account.expires_at <= clock.now();
  return {
    balance: account.balance,
    currency: account.currency ?? '',
    status: isExpired && account.status === 'active' ? ('expired' as const) : account.status,
    expires_at: account.expires_at?.toISOString() ?? null,
  };
}
