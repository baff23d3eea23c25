import { HOUR_MS } from '../../../../platform/clock.js';
import {
  clientKey,
  isLoopback,
  type Verdict as LimitVerdict,
} from '../../../../platform/http/limits.js';
import type { Platform } from '../../../../platform/platform.js';
import type { Payer } from '../payer.js';
import { type AttemptOutcome, CHARGE_TOO_LATE, MAX_ATTEMPTS } from '../rules.js';

/** Same as for one checkout, so that a new checkout gives no more attempts. */
const PER_VISIT = { max: MAX_ATTEMPTS, windowMs: HOUR_MS, blockMs: HOUR_MS };
/** Higher, because many shoppers may share one address. */
const PER_CLIENT = { max: 40, windowMs: HOUR_MS, blockMs: HOUR_MS };

const limitsOf = ({ config }: Platform, { session, address }: Payer) => [
  { name: 'declines of visit', key: session.id, rule: PER_VISIT },
  ...(config.blockLoopback || !isLoopback(address)
    ? [{ name: 'declines of client', key: clientKey(address), rule: PER_CLIENT }]
    : []),
];

/** Whether this payer is blocked after too many declined cards. */
export async function checkDeclines(platform: Platform, payer: Payer): Promise<LimitVerdict> {
  const blocks = await Promise.all(
    limitsOf(platform, payer).map(({ name, key }) => platform.limits.blockVerdict(name, key)),
  );
  return blocks.find(({ blocked }) => blocked) ?? { blocked: false };
}

/** Counts a declined card; an uncertain outcome says nothing about the card. */
export async function recordDecline(
  platform: Platform,
  payer: Payer,
  outcome: AttemptOutcome,
): Promise<void> {
  if (outcome.kind !== 'failed' || outcome.isUncertain || outcome.code === CHARGE_TOO_LATE) return;
  await Promise.all(
    limitsOf(platform, payer).map(({ name, key, rule }) =>
      platform.limits.countTowardBlock(name, key, rule),
    ),
  );
}
