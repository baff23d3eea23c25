import { minorPerUnit } from '../../platform/currencies.js';
import type { Minor } from '../../platform/money.js';

export const ENTRY_KINDS = [
  'opening',
  'earned',
  'taken_back',
  'spent',
  'refunded',
  'expired',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

const NO_TIER_E2 = 100;

/** Only whole currency units earn points. `factorE2` is that of the tier, in hundredths; 150 is 1.5. */
export const pointsFor = (
  netMinor: Minor,
  pointsPerUnit: number,
  currency: string,
  factorE2 = NO_TIER_E2,
): number => {
  const points = Math.floor(netMinor / minorPerUnit(currency)) * pointsPerUnit;
  return Math.floor((points * factorE2) / NO_TIER_E2);
};

/** The database counts points up to 2^31; two such balances can still be merged. */
const MOST_POINTS = 1_000_000_000;

/** How many points a balance can get: a mistyped amount must not keep the event of its sale parked. */
export const roomFor = (balance: number): number => Math.max(0, MOST_POINTS - balance);

/** Points that remain after refunds, pro rata, rounded down. */
export function pointsLeft(earned: number, paidMinor: Minor, refundedMinor: Minor): number {
  if (refundedMinor <= 0 || paidMinor <= 0) return earned;
  const keptMinor = Math.max(0, paidMinor - refundedMinor);
  return Number((BigInt(earned) * BigInt(keptMinor)) / BigInt(paidMinor));
}
