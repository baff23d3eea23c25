import { minorDigits, printedAmount, unitMinorOf } from '../../platform/currencies.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { Shown } from './checkout/session.js';

/**
 * Both protocols count in the smallest unit of ISO 4217: 1250 is 1250 yen. A `Minor` of yen is a
 * hundredth.
 */
export const isoAmount = (amount: Minor, currency: string): number =>
  Math.round(amount / unitMinorOf(currency));

export const fromIsoAmount = (amount: number, currency: string): Minor =>
  amount * unitMinorOf(currency);

/** The text of an amount for people, such as `12.50` or `1250`. */
export const amountText = (amount: Minor, currency: string): string =>
  printedAmount(formatMoney(amount, currency), currency);

/** A session with its amounts as the protocols count them. */
export type IsoShown = Shown & {
  /** The tax that the prices contain, for people; undefined if it is added or there is none. */
  taxInside: string | undefined;
};

export function inIsoAmounts(shown: Shown): IsoShown {
  const { currency } = shown;
  const taxInside =
    shown.pricesIncludeTax && shown.taxMinor > 0 ? amountText(shown.taxMinor, currency) : undefined;
  if (minorDigits(currency) > 0) return { ...shown, taxInside };
  const iso = (amount: Minor): number => isoAmount(amount, currency);
  return {
    ...shown,
    taxInside,
    subtotalMinor: iso(shown.subtotalMinor),
    discountMinor: iso(shown.discountMinor),
    shippingMinor: iso(shown.shippingMinor),
    taxMinor: iso(shown.taxMinor),
    totalMinor: iso(shown.totalMinor),
    options: shown.options.map(option => ({ ...option, priceMinor: iso(option.priceMinor) })),
    lines: shown.lines.map(line => ({
      ...line,
      unitMinor: iso(line.unitMinor),
      grossMinor: iso(line.grossMinor),
      discountMinor: iso(line.discountMinor),
      taxMinor: iso(line.taxMinor),
      totalMinor: iso(line.totalMinor),
    })),
  };
}
