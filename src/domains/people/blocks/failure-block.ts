import { tooMany } from '../../../platform/http/failure.js';
import { clientKey, isLoopback } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';

export type FailureBlock = {
  /** Throws 429 while the address is blocked. */
  refuseBlocked(): Promise<void>;
  failed(): Promise<void>;
  /** Called after a successful login or one-time code. */
  cleared(): Promise<void>;
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
    failed: async () => {
      await limits.fail(client);
    },
    cleared: () => limits.clearFailures(client),
  };
}
