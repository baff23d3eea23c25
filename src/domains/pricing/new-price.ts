import { minorPerUnit, textDigits, unitMinorOf } from '../../platform/currencies.js';
import { divideRounded, formatMoney, minor } from '../../platform/money.js';

export const PRICE_CHANGES = ['percent', 'amount'] as const;
export const PRICE_ENDINGS = ['none', '99', '95'] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** How prices change: by a percentage or an amount, and perhaps to the nearest one with an ending. */
export type PriceTerms = {
  kind: (typeof PRICE_CHANGES)[number];
  value: number | string;
  ending: PriceEnding;
};

const typedAmount = (value: PriceTerms['value'], currency: string): string =>
  Number(value).toFixed(textDigits(currency));

/** Rounds half away from zero to the smallest coin. May be negative; the service refuses that. */
export function changedAmount(
  amount: string,
  currency: string,
  { kind, value }: Pick<PriceTerms, 'kind' | 'value'>,
): string {
  const before = BigInt(minor(amount, currency));
  if (kind === 'amount')
    return formatMoney(before + BigInt(minor(typedAmount(value, currency), currency)), currency);
  const unit = BigInt(unitMinorOf(currency));
  const hundredths = BigInt(10_000 + Math.round(Number(value) * 100));
  return formatMoney(divideRounded(before * hundredths, 10_000n * unit) * unit, currency);
}

/** The nearest price with this ending, the higher one of two; yen have no such prices. */
function withEnding(amount: string, currency: string, ending: PriceEnding): string {
  const unit = minorPerUnit(currency);
  const last = (Number(ending) * unit) / 100;
  if (ending === 'none' || last % unitMinorOf(currency) !== 0) return amount;
  const whole = Math.max(0, Math.round((minor(amount, currency) - last) / unit));
  return formatMoney(whole * unit + last, currency);
}

/** A price changed by a percentage or an amount. It may be negative, which the service refuses. */
export function newPrice(amount: string, currency: string, terms: PriceTerms): string {
  const changed = changedAmount(amount, currency, terms);
  return changed.startsWith('-') ? changed : withEnding(changed, currency, terms.ending);
}
