import { unitMinorOf } from '../currencies.js';
import { type Minor, minor } from '../money.js';
import { Failure, type FieldErrors } from './failure.js';

/**
 * Throws if an amount is finer than the smallest one of its currency: 12.50 JPY. The keys are the
 * fields of the body; one failure names them all.
 */
export function refuseFractions(
  currency: string,
  amounts: Record<string, Minor | string | null | undefined>,
): void {
  const unitMinor = unitMinorOf(currency);
  if (unitMinor === 1) return;
  const fields: FieldErrors = {};
  for (const [field, amount] of Object.entries(amounts)) {
    const value = typeof amount === 'string' ? minor(amount) : (amount ?? 0);
    if (value % unitMinor !== 0) fields[field] = [`Amounts in ${currency} have no decimals.`];
  }
  const [first] = Object.entries(fields);
  if (first === undefined) return;
  throw new Failure('invalid', 'AMOUNT_TOO_FINE', `${first[0]}: ${first[1][0]}`, { fields });
}
