import { fitsCurrency, minorDigits } from '../currencies.js';
import { Failure, type FieldErrors } from './failure.js';

/**
 * Throws if an amount is finer than the smallest one of its currency: 12.50 JPY, 12.505 USD. The keys
 * are the fields of the body, the values the amounts as sent; one failure names them all.
 */
export function refuseFractions(
  currency: string,
  amounts: Record<string, string | number | null | undefined>,
): void {
  const fields: FieldErrors = {};
  for (const [field, amount] of Object.entries(amounts)) {
    if (amount != null && !fitsCurrency(amount, currency)) fields[field] = [tooFine(currency)];
  }
  if (Object.keys(fields).length > 0) throw amountTooFine(fields);
}

export const amountTooFine = (fields: FieldErrors): Failure => {
  const [first] = Object.entries(fields);
  const message = first ? `${first[0]}: ${first[1][0]}` : 'An amount has too many decimals.';
  return new Failure('invalid', 'AMOUNT_TOO_FINE', message, { fields });
};

export const tooFine = (currency: string): string => {
  const digits = minorDigits(currency);
  if (digits === 0) return `Amounts in ${currency} have no decimals.`;
  return `Amounts in ${currency} have at most ${digits === 3 ? 'three' : 'two'} decimals.`;
};
