/** Value of a number input; "" when empty. */
export type Typed = number | string;

export const typedOf = (value: string | number | null): Typed =>
  value === null ? '' : Number(value);
export const numberOrNull = (typed: Typed): number | null => (typed === '' ? null : Number(typed));
/** With two decimals, or three if it needs them. */
export const amountOrNull = (typed: Typed): string | null =>
  typed === '' ? null : Number(typed).toFixed(3).replace(/0$/, '');
