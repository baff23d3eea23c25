import { addMs, DAY_MS } from '../../../platform/clock.js';

type Day = { date: string; from: Date; to: Date };

/** Every cached answer asks for it, and it changes once a day. */
let last: Day | undefined;

/** The UTC date of a moment, and where that date begins and ends. */
export function utcDay(at: Date): Day {
  if (last && at >= last.from && at < last.to) return last;
  const date = at.toISOString().slice(0, 10);
  const from = new Date(date);
  last = { date, from, to: addMs(from, DAY_MS) };
  return last;
}
