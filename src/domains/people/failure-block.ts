import { tooMany } from '../../platform/http/failure.js';
import { clientKey, isLoopback } from '../../platform/http/limits.js';
import type { Platform } from '../../platform/platform.js';

export type FailureBlock = {
  /** Throws 429 while the address is blocked. */
  refuseBlocked(): Promise<void>;
  failed(): Promise<void>;
  /** A good login or one-time code clears the address. */
  cleared(): Promise<void>;
};

const spared: FailureBlock = {
  refuseBlocked: async () => undefined,
  failed: async () => undefined,
  cleared: async () => undefined,
};

/** Failures of a client address; loopback is spared unless configured, it may be a whole shop. */
export function failureBlockOf({ config, limits }: Platform, address: string): FailureBlock {
  if (!config.blockLoopback && isLoopback(address)) return spared;
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
