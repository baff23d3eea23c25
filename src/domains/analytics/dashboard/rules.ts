import { addMs, DAY_MS } from '../../../platform/clock.js';
import { formatMoney, portion } from '../../../platform/money.js';

/** The UTC date of a moment, and where that date begins and ends. */
export function utcDay(at: Date): { date: string; from: Date; to: Date } {
  const date = at.toISOString().slice(0, 10);
  const from = new Date(date);
  return { date, from, to: addMs(from, DAY_MS) };
}

/** '0.00' when nothing was sold. */
export const averageOf = (totalMinor: number, count: number): string =>
  formatMoney(count === 0 ? 0 : portion(totalMinor, 1, count));
