import type { Key } from '../texts/index.js';

/** The service tells what is expected less what was counted; people want to know which way. */
export function varianceWord(variance: string | null): Key {
  const amount = Number(variance ?? 0);
  if (amount === 0) return 'shift.variance';
  return amount > 0 ? 'shift.missing' : 'shift.over';
}
