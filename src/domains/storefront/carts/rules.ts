import { isMeasured, stepsOf, stepsPerUnit } from '../../../platform/quantity.js';

/** Limit for one article in one cart: pieces, or units of goods sold by measure. */
export const MAX_QUANTITY = 999;
export const MAX_MEASURED_QUANTITY = 9_999;

/** How much of an article a cart takes, in units and in steps of the unit. */
export const mostUnits = (unit: string): number =>
  isMeasured(unit) ? MAX_MEASURED_QUANTITY : MAX_QUANTITY;
export const mostSteps = (unit: string): number => mostUnits(unit) * stepsPerUnit(unit);

/** `mostSteps` as SQL. */
export const mostStepsSql = (unit: string): string =>
  `case when ${unit} = 'piece' then ${mostSteps('piece')} else ${mostSteps('kg')} end`;

/** A wanted quantity in steps of the unit; undefined if a cart does not take it. */
export function stepsInCart(quantity: number | string, unit: string): number | undefined {
  const steps = stepsOf(quantity, unit);
  return steps !== undefined && steps >= 1 && steps <= mostSteps(unit) ? steps : undefined;
}
