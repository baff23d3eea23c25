import { formatMoney, type Minor } from '../../platform/money.js';
import { type Day, eachDay } from './rollup/rules.js';

export const amount = formatMoney;

/** `percent(3, 8)` is 37.5; null if `whole` is 0. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;

/** Rounds to two decimals; null if `whole` is 0. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100) / 100;

/** Average in minor units, rounded half away from zero; 0 if `count` is 0. */
export const average = (total: Minor, count: number): Minor =>
  count === 0 ? 0 : Math.sign(total) * Math.round(Math.abs(total) / count);

export const total = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** Returns one row per day of the window; a day without rows gets the figures of an empty list. */
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
