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

const MINOR_PER_UNIT = 100;

/** Only whole currency units earn points. */
export const pointsFor = (netMinor: Minor, pointsPerUnit: number): number =>
  Math.floor(netMinor / MINOR_PER_UNIT) * pointsPerUnit;

/** Points that remain after refunds, pro rata, rounded down. */
export function pointsLeft(earned: number, paidMinor: Minor, refundedMinor: Minor): number {
  if (refundedMinor <= 0 || paidMinor <= 0) return earned;
  const keptMinor = Math.max(0, paidMinor - refundedMinor);
  return Number((BigInt(earned) * BigInt(keptMinor)) / BigInt(paidMinor));
}
