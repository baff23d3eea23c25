import { addMs, DAY_MS } from '../../../platform/clock.js';

type Day = { date: string; from: Date; to: Date };

/** Memoised, because every request needs it and it changes once a day. */
let last: Day | undefined;

/** The UTC date of a time, with its start and end. */
export function utcDay(at: Date): Day {
  if (last && at >= last.from && at < last.to) return last;
  const date = at.toISOString().slice(0, 10);
  const from = new Date(date);
  last = { date, from, to: addMs(from, DAY_MS) };
  return last;
}
