import { tooMany } from '../../../platform/http/failure.js';
import { clientKey, isLoopback } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';

declare const ACCOUNT: unique symbol;

/** Whose secret was tried. A user id, or the hash of a token, does not stand for it by chance. */
export type Account = string & { readonly [ACCOUNT]: true };

export const accountOf = (userId: string): Account => `user ${userId}` as Account;
export const accountOfRegistration = (tokenHash: Buffer): Account =>
  `registration ${tokenHash.toString('base64url')}` as Account;

/** What was tried belongs to nobody who could log in: an unknown name, a made-up code or link. */
export const NOBODY = 'nobody';

export type FailureBlock = {
  /** Throws 429 while the address is blocked. */
  refuseBlocked(): Promise<void>;
  failed(against: Account | typeof NOBODY): Promise<void>;
  /**
   * Called after a successful login or one-time code. Clears the failures against this account:
   * a login of one's own must not clear guesses at the accounts of others.
   */
  cleared(account: Account): Promise<void>;
};

const noBlock: FailureBlock = {
  refuseBlocked: async () => undefined,
  failed: async () => undefined,
  cleared: async () => undefined,
};

/** Failures of a client address. Loopback, often a proxy for a whole shop, is exempt by default. */
export function failureBlockOf({ config, limits }: Platform, address: string): FailureBlock {
  if (!config.blockLoopback && isLoopback(address)) return noBlock;
  const client = clientKey(address);
  return {
    refuseBlocked: async () => {
      const verdict = await limits.failureVerdict(client);
      if (!verdict.blocked) return;
      throw tooMany(
        'Too many failures from this address.',
        verdict.retryAfterSeconds,
        'FAILURE_BLOCKED',
      );
    },
    failed: async against => {
      await limits.fail(client, against);
    },
    cleared: account => limits.clearFailures(client, account),
  };
}
