import { addDays, type Day } from '../../rollup/rules.js';

export const COMPARISONS = ['previous_period', 'previous_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type Period = { from: Day; to: Day };

/** The same date a year earlier; 29 February becomes the 28th. */
function yearBefore(day: Day): Day {
  const [year = '', month, date] = day.split('-');
  const before = String(Number(year) - 1).padStart(4, '0');
  return `${before}-${month}-${month === '02' && date === '29' ? '28' : date}`;
}

/** The days right before, as many as in the window, or the same dates of the year before. */
export function comparedPeriod(
  { from, to, days }: Period & { days: number },
  comparison: Comparison,
): Period {
  return comparison === 'previous_year'
    ? { from: yearBefore(from), to: yearBefore(to) }
    : { from: addDays(from, -days), to: addDays(from, -1) };
}
