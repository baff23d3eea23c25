import { HOUR_MS } from '../../../platform/clock.js';
import { clientKey, isLoopback, type Verdict } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import type { Payer } from './payer.js';
import { MAX_ATTEMPTS, type Verdict as PaymentVerdict, WAS_TOO_LATE } from './rules.js';

/** As many as for one checkout: starting another buys no more tries. */
const PER_VISIT = { max: MAX_ATTEMPTS, windowMs: HOUR_MS, blockMs: HOUR_MS };
/** Many honest shoppers may stand behind one address, and some of their cards are declined. */
const PER_CLIENT = { max: 40, windowMs: HOUR_MS, blockMs: HOUR_MS };

const subjectsOf = ({ config }: Platform, { session, address }: Payer) => [
  { name: 'declines of visit', key: session.id, rule: PER_VISIT },
  ...(config.blockLoopback || !isLoopback(address)
    ? [{ name: 'declines of client', key: clientKey(address), rule: PER_CLIENT }]
    : []),
];

/** Whether so many cards of this payer were declined lately that no more are tried. */
export async function cardVerdict(platform: Platform, payer: Payer): Promise<Verdict> {
  const verdicts = await Promise.all(
    subjectsOf(platform, payer).map(({ name, key }) => platform.limits.blockVerdict(name, key)),
  );
  return verdicts.find(verdict => verdict.blocked) ?? { blocked: false };
}

/** Remembers a card that was declined; answers that were lost say nothing about a card. */
export async function noteOutcome(
  platform: Platform,
  payer: Payer,
  verdict: PaymentVerdict,
): Promise<void> {
  if (verdict.kind !== 'failed' || verdict.inDoubt || verdict.code === WAS_TOO_LATE) return;
  await Promise.all(
    subjectsOf(platform, payer).map(({ name, key, rule }) =>
      platform.limits.countTowardBlock(name, key, rule),
    ),
  );
}
