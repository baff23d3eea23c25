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
  return fraction.replace(/0+$/, '').length <= minorDigits(currency);
}
