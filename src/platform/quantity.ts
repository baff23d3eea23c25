/**
 * Units that goods are sold in. A quantity is stored, added and compared as a whole number of steps:
 * pieces, or thousandths of any other unit. On the wire it is a number with up to three decimals.
 * Floating point never touches a quantity between the two.
 */
export const UNITS = ['piece', 'kg', 'g', 'l', 'ml', 'm', 'cm'] as const;
export type Unit = (typeof UNITS)[number];

const MEASURED_STEPS = 1_000;
const QUANTITY = /^\d{1,7}(\.\d{1,3})?$/;

/** Undefined is a piece: a till may have kept an article from before units existed. */
export const isMeasured = (unit: string | undefined): boolean =>
  unit !== undefined && unit !== 'piece';

/** How many steps make one unit, which is what a price is for. */
export const stepsPerUnit = (unit: string | undefined): number =>
  isMeasured(unit) ? MEASURED_STEPS : 1;

/** `"0.432"` and `0.432` are 432; anything else (`"1,5"`, `1e-9`, `-1`, `0.0005`) is no quantity. */
export function parseThousandths(input: unknown): number | undefined {
  // A JSON number prints in its shortest form, so `1e-9` and `1e21` fail the pattern.
  const text = typeof input === 'number' ? String(input) : input;
  if (typeof text !== 'string' || !QUANTITY.test(text)) return undefined;
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * MEASURED_STEPS + Number(fraction.padEnd(3, '0'));
}

/** The steps of a quantity as sent, or undefined if the unit does not allow it: pieces are JSON integers. */
export function stepsOf(input: number | string, unit: string): number | undefined {
  const isNegative = typeof input === 'number' && input < 0;
  const thousandths = parseThousandths(isNegative ? -input : input);
  if (thousandths === undefined) return undefined;
  if (isMeasured(unit)) return isNegative ? -thousandths : thousandths;
  return Number.isInteger(input) ? Number(input) : undefined;
}

/** A stored quantity as people read it. The division rounds to the number that prints as it is. */
export const shownQuantity = (steps: number, unit: string): number => steps / stepsPerUnit(unit);

/** The unit for answers that name it for measured goods only. */
export const unitOfMeasured = (unit: string): { unit?: Unit } =>
  isMeasured(unit) ? { unit: unit as Unit } : {};
