import { formatMoney, type Minor } from '../../platform/money.js';
import { type Day, eachDay } from './rollup/rules.js';

export const amount = formatMoney;

/** `3 / 8` is 37.5; null when there is nothing to take a share of. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;

/** Rounded to two decimals; null when nothing is there to divide by. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100) / 100;

/** What one of `count` comes to on average, in whole cents. */
export const average = (total: Minor, count: number): Minor =>
  count === 0 ? 0 : Math.sign(total) * Math.round(Math.abs(total) / count);

/** Adds up a column. */
export const total = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** One row for every day of a window; what nothing happened on is reckoned from no rows. */
export function byDay<Row extends { day: string | number }, Figures extends object>(
  window: { from: Day; to: Day },
  rows: readonly Row[],
  figuresOf: (rows: Row[]) => Figures,
): ({ day: Day } & Figures)[] {
  const groups = new Map<string | number, Row[]>();
  for (const row of rows) groups.set(row.day, [...(groups.get(row.day) ?? []), row]);
  return eachDay(window.from, window.to).map(day => ({
    day,
    ...figuresOf(groups.get(day) ?? []),
  }));
}
