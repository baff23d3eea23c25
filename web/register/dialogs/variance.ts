import type { Key } from '../texts/index.js';

/** The variance is expected minus counted: positive means the drawer is short. */
export function varianceLabel(variance: string | null): Key {
  const amount = Number(variance ?? 0);
  if (amount === 0) return 'shift.variance';
  return amount > 0 ? 'shift.missing' : 'shift.over';
}
