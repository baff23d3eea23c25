import { textDigits } from './currencies.js';

/**
 * Money is a whole number of minor units in code: thousandths in a currency with three digits, such
 * as KWD, hundredths in every other one. It is `numeric` in the database and a decimal string on the
 * wire, with as many digits. Reading and writing the text needs the currency; arithmetic does not.
 * Floating point never touches an amount.
 */
export type Minor = number;

/** Ten digits before the point in most currencies, nine in those with three digits after it. */
export const MAX_MINOR: Minor = 999_999_999_999;

/** A sum or product exceeds `MAX_MINOR`: invalid input, not a bug. */
export class AmountTooLarge extends RangeError {
  constructor() {
    super('amount is wider than ten digits before the point');
  }
}

/** An amount has more digits after the point than its currency: invalid input, not a bug. */
export class AmountTooFine extends TypeError {
  constructor(readonly currency: string) {
    super(`amount is finer than ${currency} allows`);
  }
}

const DECIMALS = {
  2: /^\d{1,10}(\.\d{1,2})?$/,
  3: /^\d{1,9}(\.\d{1,3})?$/,
};

/**
 * `"12.5"`, `"12"` and `12.5` are 1250 in USD and 12500 in KWD; anything else (`"1e3"`, `-1`, `NaN`,
 * `0.001` in USD) is not an amount.
 */
export const parseMoney = (input: unknown, currency: string): Minor | undefined =>
  parseDecimal(input, textDigits(currency));

/** Parses an amount that a schema or the database has already validated, except its decimals. */
export function minor(input: string | number, currency: string): Minor {
  const value = signedDecimal(input, textDigits(currency));
  if (value !== undefined) return value;
  if (signedDecimal(input, 3) !== undefined) throw new AmountTooFine(currency);
  throw new TypeError('not an amount of money');
}

export const formatMoney = (amount: Minor | bigint, currency: string): string =>
  formatDecimal(amount, textDigits(currency));

/** A number with at most two decimals that is no amount, such as a percentage: `12.5` is 1250. */
export function hundredths(input: string | number): number {
  const value = signedDecimal(input, 2);
  if (value === undefined) throw new TypeError('not a number with two decimals');
  return value;
}

/** 1250 is `12.50`. */
export const formatHundredths = (value: number): string => formatDecimal(value, 2);

/** Undefined unless the input is a number with at most two decimals, not negative. */
export const parseHundredths = (input: unknown): number | undefined => parseDecimal(input, 2);

/** Whether the input is an amount in some currency. */
export const isAmount = (input: unknown): input is string | number =>
  parseDecimal(input, 2) !== undefined || parseDecimal(input, 3) !== undefined;

/** An amount of any currency, with two decimals, or three if it needs them: `12.5` is `12.50`. */
export const normalAmount = (input: string | number): string => {
  const value = parseDecimal(input, 2);
  return value === undefined ? formatMoney(minor(input, 'KWD'), 'KWD') : formatHundredths(value);
};

function parseDecimal(input: unknown, digits: 2 | 3): number | undefined {
  // A JSON number prints in its shortest form, so `12.5` becomes "12.5" and `1e21` fails the pattern.
  const text = typeof input === 'number' ? String(input) : input;
  if (typeof text !== 'string' || !DECIMALS[digits].test(text)) return undefined;
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, '0'));
}

function signedDecimal(input: string | number, digits: 2 | 3): number | undefined {
  const text = String(input);
  const negative = text.startsWith('-');
  const value = parseDecimal(negative ? text.slice(1) : text, digits);
  return value !== undefined && negative && value !== 0 ? -value : value;
}

function formatDecimal(amount: number | bigint, digits: 2 | 3): string {
  if (typeof amount === 'number' && !Number.isSafeInteger(amount)) {
    throw new TypeError('amounts are whole minor units');
  }
  const text = String(amount < 0 ? -amount : amount).padStart(digits + 1, '0');
  return `${amount < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Half away from zero, as tax offices and receipt printers round: 2.5 → 3, -2.5 → -3. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (n * 2n + d) / (d * 2n);
  return negative ? -rounded : rounded;
}

/** Converts exact arithmetic back to an amount; throws instead of losing cents. */
export function fitting(amount: bigint): Minor {
  const limit = BigInt(MAX_MINOR);
  if (amount > limit || amount < -limit) throw new AmountTooLarge();
  return Number(amount);
}

export const sumOf = (amounts: readonly Minor[]): Minor =>
  fitting(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));

/** Exact where a double is not: 9,999 pieces at twelve digits are 10^16 cents, above 2^53. */
export const times = (amount: Minor, quantity: number): Minor =>
  fitting(BigInt(amount) * BigInt(quantity));

/** `amount × numerator ÷ denominator`, rounded once at the end: 1000 × 825 ÷ 10000 is 83. */
export const portion = (
  amount: Minor,
  numerator: number | bigint,
  denominator: number | bigint,
): Minor => fitting(divideRounded(BigInt(amount) * BigInt(numerator), BigInt(denominator)));

/** Half up to a step of the coinage: 1393 in steps of 5 is 1395. A step of 0 rounds nothing. */
export const roundToStep = (amount: Minor, stepMinor: Minor): Minor =>
  stepMinor === 0 ? amount : Math.floor((amount * 2 + stepMinor) / (stepMinor * 2)) * stepMinor;

/**
 * Splits an amount by weight so that the parts add up to it to the cent: each part gets the floor of
 * its share, and the remaining cents go to the largest remainders, ties in order.
 * 100 over [1, 1, 1] is [34, 33, 33].
 */
export function allocate(amount: Minor, weights: readonly (number | bigint)[]): Minor[] {
  if (weights.some(weight => weight < 0)) throw new RangeError('a weight is negative');
  const total = weights.reduce<bigint>((sum, weight) => sum + BigInt(weight), 0n);
  if (amount === 0) return weights.map(() => 0);
  if (total === 0n) throw new RangeError('all weights are zero');
  const size = BigInt(Math.abs(amount));
  const shares = weights.map((weight, index) => {
    const product = size * BigInt(weight);
    return { index, part: product / total, rest: product % total };
  });
  const left = Number(size - shares.reduce((sum, share) => sum + share.part, 0n));
  const roundedUp = [...shares]
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
    .slice(0, left);
  for (const share of roundedUp) share.part += 1n;
  return shares.map(share => Number(amount < 0 ? -share.part : share.part));
}

declare const of: unique symbol;

/**
 * A currency such as `USD`. `Of` names it for the compiler: a literal (`Currency<'USD'>`), or inside
 * `inCurrency` and `perCurrency` a type of its own for each call. So amounts that were read from
 * rows of any currency cannot be added before they are grouped.
 */
export type Currency<Of> = string & { readonly [of]: (currency: Of) => Of };

/** An amount with its currency. `+` refuses it; `addMoney` and `sumMoney` take one currency only. */
export type Money<Of> = { readonly currency: Currency<Of>; readonly minor: Minor };

/** The last defence behind the types, for example against a cast. */
export class CurrencyMismatch extends TypeError {
  constructor(one: string, other: string) {
    super(`amounts in ${one} and ${other} cannot be added`);
  }
}

export const currencyOf = <const Code extends string>(code: Code): Currency<Code> =>
  code as unknown as Currency<Code>;

export const money = <Of>(currency: Currency<Of>, amount: Minor): Money<Of> => ({
  currency,
  minor: amount,
});

export const addMoney = <Of>(one: Money<Of>, other: Money<NoInfer<Of>>): Money<Of> =>
  sumMoney(one.currency, [one, other]);

/** The sum of some amounts of a currency; 0 without any. */
export function sumMoney<Of>(
  currency: Currency<Of>,
  amounts: readonly Money<NoInfer<Of>>[],
): Money<Of> {
  const stranger = amounts.find(amount => amount.currency !== currency);
  if (stranger !== undefined) throw new CurrencyMismatch(currency, stranger.currency);
  const sum = amounts.reduce((total, amount) => total + BigInt(amount.minor), 0n);
  // Totals of a report may be wider than one amount, but never inexact.
  if (!Number.isSafeInteger(Number(sum))) throw new AmountTooLarge();
  return money(currency, Number(sum));
}

/** Calls `use` with a currency that is known only at run time, under a type of its own. */
export const inCurrency = <Result>(
  code: string,
  use: <Of>(currency: Currency<Of>) => Result,
): Result => use(code as unknown as Currency<never>);

/** Groups rows by their currency, in alphabetical order, and sums each group on its own. */
export function perCurrency<Row extends { currency: string }, Result>(
  rows: readonly Row[],
  sum: <Of>(currency: Currency<Of>, rows: readonly Row[], amountIn: AmountIn<Of>) => Result,
): Result[] {
  const codes = [...new Set(rows.map(row => row.currency))].sort();
  return codes.map(code => {
    const own = rows.filter(row => row.currency === code);
    return inCurrency(code, currency => sum(currency, own, amount => money(currency, amount)));
  });
}

/** Turns an amount of the group into money of its currency. */
export type AmountIn<Of> = (amount: Minor) => Money<Of>;

export const formatAmount = <Of>({ minor: amount, currency }: Money<Of>): string =>
  formatMoney(amount, currency);
