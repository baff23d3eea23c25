import { fromHundredths, parseMoney } from '../state/till-money.js';

/** Parses typed amounts: "12.50", "12,5", "12". */
export const readMoney = (text: string): number | undefined =>
  parseMoney(text.trim().replace(',', '.').replace(/\.$/, ''));

/** Change above this is rare, in hundredths. */
const LARGE_CHANGE = 10_000;
const MANY_TIMES = 10;

/** More than ten times the price and over 100.00 change: probably a digit or a point too many. */
export const isUnlikelyCash = (tenderedMinor: number, dueMinor: number): boolean =>
  tenderedMinor > MANY_TIMES * dueMinor && tenderedMinor - dueMinor > fromHundredths(LARGE_CHANGE);

/** Banknotes, in hundredths. */
const NOTES = [500, 1_000, 2_000, 5_000, 10_000];

/** Round amounts a customer may hand over: 13.53 gives 14, 15, 20 and 50. */
export function quickAmounts(dueMinor: number): number[] {
  const [unit, ...notes] = [100, ...NOTES].map(fromHundredths) as [number, ...number[]];
  const whole = Math.ceil(dueMinor / unit) * unit;
  const rounded = notes.map(note => Math.ceil(dueMinor / note) * note);
  return [...new Set([whole, ...rounded])]
    .filter(amount => amount > dueMinor)
    .sort((a, b) => a - b)
    .slice(0, 4);
}
