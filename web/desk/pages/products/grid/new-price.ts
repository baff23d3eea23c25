import { unitMinorOf } from '../../../../../src/domains/pricing/index.js';
import { minorPerUnit } from '../../../../../src/platform/currencies.js';
import { formatMoney, minor } from '../../../../../src/platform/money.js';
import { newAmount } from '../../prices/bulk-changes.js';

export const ENDINGS = ['none', '99', '95'] as const;
export type Ending = (typeof ENDINGS)[number];
export type PriceTerms = { kind: 'percent' | 'amount'; value: number | string; ending: Ending };

/** The nearest price with this ending, the higher one of two; yen have no such prices. */
function withEnding(amount: string, currency: string, ending: Ending): string {
  const unit = minorPerUnit(currency);
  const last = (Number(ending) * unit) / 100;
  if (ending === 'none' || last % unitMinorOf(currency) !== 0) return amount;
  const whole = Math.max(0, Math.round((minor(amount, currency) - last) / unit));
  return formatMoney(whole * unit + last, currency);
}

/** A price changed by a percentage or an amount. It may be negative, which the service refuses. */
export function newPrice(amount: string, currency: string, terms: PriceTerms): string {
  const changed = newAmount(amount, currency, { ...terms, prefix: '' });
  return changed.startsWith('-') ? changed : withEnding(changed, currency, terms.ending);
}
