import type { ScaleLabel } from '../../types.js';

export type LabelParts = Pick<
  ScaleLabel,
  'prefix' | 'item_start' | 'item_length' | 'value_start' | 'value_length'
>;

/** The 13th digit checks the others. */
const FREE_DIGITS = 12;

/** The digits of a part, counted from 1. */
const digitsOf = (start: number, length: number): number[] =>
  Array.from({ length: Math.max(0, length) }, (_, n) => start + n);

/** What each of the 13 digits is: `28AAAAAVVVVVC`. Digits that no part takes are dots. */
export function shownCode(parts: LabelParts): string {
  const item = new Set(digitsOf(parts.item_start, parts.item_length));
  const value = new Set(digitsOf(parts.value_start, parts.value_length));
  const middle = digitsOf(3, FREE_DIGITS - 2).map(digit => {
    if (item.has(digit)) return 'A';
    return value.has(digit) ? 'V' : '·';
  });
  return `${parts.prefix}${middle.join('')}C`;
}

/** The first field that does not fit, and why. */
export function problemOf(
  parts: LabelParts,
): { field: keyof LabelParts; problem: 'range' | 'overlap' } | undefined {
  const item = digitsOf(parts.item_start, parts.item_length);
  const value = digitsOf(parts.value_start, parts.value_length);
  const isOutside = (digits: number[]): boolean =>
    digits.length === 0 || digits.some(digit => digit < 3 || digit > FREE_DIGITS);
  if (isOutside(item)) return { field: 'item_length', problem: 'range' };
  if (isOutside(value)) return { field: 'value_length', problem: 'range' };
  if (item.some(digit => value.includes(digit)))
    return { field: 'value_start', problem: 'overlap' };
  return undefined;
}
