import { momentOf } from '../../../platform/clock.js';
import { fitsCurrency } from '../../../platform/currencies.js';
import { type Minor, parseMoney } from '../../../platform/money.js';

const QUANTITY = /^\d{1,9}(\.\d{1,3})?$/;

/** A quantity as `numeric(12,3)`; undefined for 0 and for more than three decimals. */
export function readQuantity(input: string | number | undefined): string | undefined {
  const text = String(input ?? 1);
  return QUANTITY.test(text) && Number(text) > 0 ? Number(text).toFixed(3) : undefined;
}

export type Problem = { field: string; message: string };

export const QUANTITY_PROBLEM: Problem = {
  field: 'min_quantity',
  message: 'Must be more than 0, with at most three decimals.',
};

/** The amount, or why it is not valid in this currency. */
export function readAmount(input: string | number, currency: string): Minor | Problem {
  if (String(input).trim().startsWith('-')) {
    return { field: 'amount', message: 'Must not be negative.' };
  }
  if (!fitsCurrency(input, currency)) {
    return { field: 'amount', message: `This is no amount in ${currency}: too many decimals.` };
  }
  return (
    parseMoney(input, currency) ?? { field: 'amount', message: 'Must be an amount such as 12.50.' }
  );
}

/** Undefined if the text is not a date and time. */
export const readMoment = (text: string | null | undefined): Date | null | undefined =>
  text === null || text === undefined ? null : momentOf(text);

/** (price − cost) ÷ price as a fraction with four digits, only in one currency. */
export function marginOf(price: {
  amount: string;
  currency: string;
  cost: string | null;
  cost_currency: string;
}): string | null {
  const amount = Number(price.amount);
  if (price.cost === null || price.cost_currency !== price.currency || amount === 0) return null;
  return ((amount - Number(price.cost)) / amount).toFixed(4);
}
