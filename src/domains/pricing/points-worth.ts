import type { Minor } from '../../platform/money.js';

/** The value of a point in ten-thousandths, so that 0.0125 stays exact. */
const valueE4 = (value: string): number => Math.round(Number(value) * 10_000);
const E4_PER_MINOR = 100;

/** Whether a store with this `points_value` takes points. */
export const takesPoints = (value: string): boolean => valueE4(value) > 0;

/** The points that an amount costs, rounded up: at 0.03 a point, 1.00 costs 34. */
export const pointsToPay = (amountMinor: Minor, value: string): number =>
  Math.ceil((amountMinor * E4_PER_MINOR) / valueE4(value));

/** The amount that points are worth, rounded down. */
export const pointsWorth = (points: number, value: string): Minor =>
  Math.floor((points * valueE4(value)) / E4_PER_MINOR);
