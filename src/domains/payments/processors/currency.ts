import { isWholeAtProcessors, minorDigits } from '../../../platform/currencies.js';
import type { Minor } from '../../../platform/money.js';
import { refused } from './errors.js';
import type { Charged } from './processor.js';

/**
 * Our amounts have at least two decimals; processors count in the smallest unit of the currency:
 * 1250.00 JPY is 125000 here and 1250 there, 1.250 KWD is 1250 here and there.
 */
export function toSmallestUnit(amountMinor: Minor, currency: string): number {
  const code = currency.toUpperCase();
  if (!isWholeAtProcessors(code)) return amountMinor;
  if (amountMinor % 100 !== 0) {
    throw refused('amount_not_payable', `${code} has no coins for a fraction.`);
  }
  return amountMinor / 100;
}

export function fromSmallestUnit(amount: number, currency: string): Minor {
  return isWholeAtProcessors(currency) ? amount * 100 : amount;
}

/** Card networks take amounts with three decimals only if the last one is 0: 1.250 KWD, not 1.255. */
export const fitsCards = (amountMinor: Minor, currency: string): boolean =>
  minorDigits(currency) < 3 || amountMinor % 10 === 0;

/** As `toSmallestUnit`, for a processor that passes amounts on to card networks as they are. */
export function toCardUnit(amountMinor: Minor, currency: string): number {
  if (fitsCards(amountMinor, currency)) return toSmallestUnit(amountMinor, currency);
  throw refused('amount_not_payable', `Cards take ${currency} only with a last digit of 0.`);
}

/** The amount a processor reports; a missing amount counts as 0. */
export const chargedOf = (amount = 0, currency = ''): Charged => ({
  amountMinor: fromSmallestUnit(amount, currency),
  currency: currency.toUpperCase(),
});
