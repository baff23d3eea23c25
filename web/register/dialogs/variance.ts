import { minor } from '../state/till-money.js';
import type { Key } from '../texts/index.js';

/** Counted less expected, in cents: missing cash is negative. */
export const differenceOf = (counted: string | null, expected: string | null): number | null =>
  counted === null || expected === null ? null : minor(counted) - minor(expected);

export function differenceLabel(difference: number | null): Key {
  if (difference === null || difference === 0) return 'shift.variance';
  return difference < 0 ? 'shift.missing' : 'shift.over';
}
