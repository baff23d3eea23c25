import { fromHundredths, parseMoney } from '../state/till-money.js';

/** Parses typed amounts: "12.50", "12,5", "12". */
export const readMoney = (text: string): number | undefined =>
  parseMoney(text.trim().replace(',', '.').replace(/\.$/, ''));

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
