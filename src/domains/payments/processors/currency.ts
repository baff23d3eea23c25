import type { Minor } from '../../../platform/money.js';
import { refused } from './errors.js';
import type { Charged } from './processor.js';

/**
 * Our amounts always have two decimals; processors count in the smallest unit of the currency:
 * 1250.00 JPY is 125000 here and 1250 there, 1.25 KWD is 125 here and 1250 there.
 */
const NO_DECIMALS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

export function toSmallestUnit(amountMinor: Minor, currency: string): number {
  const code = currency.toUpperCase();
  if (THREE_DECIMALS.has(code)) return amountMinor * 10;
  if (!NO_DECIMALS.has(code)) return amountMinor;
  if (amountMinor % 100 !== 0) {
    throw refused('amount_not_payable', `${code} has no coins for a fraction.`);
  }
  return amountMinor / 100;
}

/** Drops a third decimal, which our amounts cannot hold and our requests never contain. */
export function fromSmallestUnit(amount: number, currency: string): Minor {
  const code = currency.toUpperCase();
  if (THREE_DECIMALS.has(code)) return Math.floor(amount / 10);
  return NO_DECIMALS.has(code) ? amount * 100 : amount;
}

/** The amount a processor reports; a missing amount counts as 0. */
export const chargedOf = (amount = 0, currency = ''): Charged => ({
  amountMinor: fromSmallestUnit(amount, currency),
  currency: currency.toUpperCase(),
});
