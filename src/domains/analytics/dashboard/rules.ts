import { addMs, DAY_MS } from '../../../platform/clock.js';

/** The UTC date of a moment, and where that date begins and ends. */
export function utcDay(at: Date): { date: string; from: Date; to: Date } {
  const date = at.toISOString().slice(0, 10);
  const from = new Date(date);
  return { date, from, to: addMs(from, DAY_MS) };
}
