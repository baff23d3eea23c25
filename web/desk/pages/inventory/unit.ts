import { isMeasured } from '../../../../src/domains/pricing/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import type { Level } from '../../types.js';

const unitOf = (level: Level): string => ('unit' in level ? String(level.unit) : 'piece');

/** Formats a quantity of the level with its unit: `3`, `0.432 kg`. */
export function useQuantity(): (value: number, level: Level) => string {
  const { number } = useFormat();
  return (value, level) =>
    isMeasured(unitOf(level)) ? `${number(value, 3)} ${unitOf(level)}` : number(value);
}

/** What a field for a quantity of the level accepts. */
export const quantityField = (level: Level) =>
  isMeasured(unitOf(level))
    ? { allowDecimal: true, decimalScale: 3, suffix: ` ${unitOf(level)}` }
    : { allowDecimal: false };

/** Decimals of quantities end after three; a sum of floating-point numbers may not. */
export const sumOfQuantities = (one: number, other: number): number =>
  Math.round((one + other) * 1000) / 1000;
