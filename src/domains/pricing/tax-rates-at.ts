import { localDay } from '../../platform/local-day.js';
import { parseRate, STANDARD_TAX_CLASS, type TaxRate } from './tax-rates.js';

/** A jurisdiction with the rates of its tax classes; dates are days, null is without limit. */
export type DatedTax = {
  id: string;
  code: string;
  name: string;
  /** Rate of standard goods on days that no rate of that class covers. */
  rate: string;
  rates: readonly {
    tax_class: string;
    rate: string;
    valid_from: string | null;
    valid_to: string | null;
  }[];
};

/** The rates at a moment, one per jurisdiction and class. They change at midnight of the time zone. */
export const taxRatesAt = (taxes: readonly DatedTax[], timeZone: string, at: Date): TaxRate[] =>
  taxes.flatMap(tax => ratesOf(tax, timeZone, at));

function ratesOf(tax: DatedTax, timeZone: string, at: Date): TaxRate[] {
  const jurisdiction = { jurisdictionId: tax.id, code: tax.code, name: tax.name };
  const base = { ...jurisdiction, taxClass: STANDARD_TAX_CLASS, rateMicros: parseRate(tax.rate) };
  if (tax.rates.length === 0) return [base];
  const day = localDay(at, timeZone);
  const valid = tax.rates
    .filter(({ valid_from: from, valid_to: to }) => (from ?? day) <= day && day <= (to ?? day))
    .map(({ tax_class: taxClass, rate }) => ({
      ...jurisdiction,
      taxClass,
      rateMicros: parseRate(rate),
    }));
  const isStandard = (rate: TaxRate): boolean => rate.taxClass === STANDARD_TAX_CLASS;
  return [valid.find(isStandard) ?? base, ...valid.filter(rate => !isStandard(rate))];
}
