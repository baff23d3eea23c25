/** ISO 4217 digits after the point, where they are not two. */
const DIGITS = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code): [string, number] => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code): [string, number] => [code, 3]),
]);

/** Digits after the point of an amount in this currency: USD 2, JPY 0, KWD 3. */
export const minorDigits = (currency: string): number => DIGITS.get(currency.toUpperCase()) ?? 2;

/**
 * Whether an amount has no smaller part than the currency's smallest coin: `12.00` JPY has none,
 * `12.50` JPY has one. Zeros at the end do not count.
 */
export function fitsCurrency(amount: string | number, currency: string): boolean {
  const [, fraction = ''] = String(amount).split('.');
  return !/[^0]/.test(fraction.slice(minorDigits(currency)));
}

/** Digits after the point in texts of the API: two, also for JPY, or three for KWD. */
export const textDigits = (currency: string): 2 | 3 => (minorDigits(currency) === 3 ? 3 : 2);

/** Minor units in one unit of a currency: 100, also for JPY, or 1000 for KWD. */
export const minorPerUnit = (currency: string): 100 | 1000 =>
  textDigits(currency) === 3 ? 1000 : 100;

/** The smallest amount of a currency in its minor units: 1 in USD and KWD, 100 in JPY. */
export const unitMinorOf = (currency: string): number => (minorDigits(currency) === 0 ? 100 : 1);

/** Card processors count these in whole units, and other currencies without coins in hundredths. */
const WHOLE_AT_PROCESSORS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);

export const isWholeAtProcessors = (currency: string): boolean =>
  WHOLE_AT_PROCESSORS.has(currency.toUpperCase());

/** How the engine counts amounts of a currency and writes them as text. */
export const unitsOf = (currency: string): { unitMinor: number; currency: string } => ({
  unitMinor: unitMinorOf(currency),
  currency,
});

/** An amount of the API as people read it: `1200.00` JPY is printed as `1200`. */
export const printedAmount = (amount: string, currency: string): string =>
  minorDigits(currency) === 0 ? amount.replace(/\.00$/, '') : amount;
