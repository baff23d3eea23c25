import { minorPerUnit } from '../../platform/currencies.js';
import type { Minor } from '../../platform/money.js';

/** The value of a point in ten-thousandths, so that 0.0125 stays exact. */
const valueE4 = (value: string): number => Math.round(Number(value) * 10_000);
const e4PerMinor = (currency: string): number => 10_000 / minorPerUnit(currency);

/** Whether a store with this `points_value` takes points. */
export const takesPoints = (value: string): boolean => valueE4(value) > 0;

/** The points that an amount costs, rounded up: at 0.03 a point, 1.00 costs 34. */
export const pointsToPay = (amountMinor: Minor, value: string, currency: string): number =>
  Math.ceil((amountMinor * e4PerMinor(currency)) / valueE4(value));

/** The amount that points are worth, rounded down. */
export const pointsWorth = (points: number, value: string, currency: string): Minor =>
  Math.floor((points * valueE4(value)) / e4PerMinor(currency));
