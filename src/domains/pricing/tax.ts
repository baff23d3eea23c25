import { allocate, formatMoney, type Minor, portion, sumOf } from '../../platform/money.js';
import {
  classOf,
  formatRate,
  ratesFor,
  reportedRates,
  sumOfRates,
  type Taxed,
  type TaxRate,
} from './tax-rates.js';

const MICROS = 1_000_000;

export type TaxBase = Taxed & { netMinor: Minor };

/** What one rate of a jurisdiction collects. `taxableMinor` is the net that it taxes. */
export type JurisdictionTax = { rate: TaxRate; taxableMinor: Minor; taxMinor: Minor };

export type Tax = {
  taxMinor: Minor;
  /** One share per base, in the order given; they add up to `taxMinor`. */
  sharesMinor: Minor[];
  jurisdictions: JurisdictionTax[];
};

export type TaxBreakdownRow = {
  jurisdiction: string;
  tax_class: string;
  taxable_amount: string;
  rate: string;
  tax_collected: string;
  net: string;
  tax: string;
  gross: string;
};

/** Rounds once per rate on the whole amount that it taxes, then allocates it to the lines. */
export function sharesByRate(
  bases: readonly TaxBase[],
  rates: readonly TaxRate[],
): (JurisdictionTax & { sharesMinor: Minor[] })[] {
  const applied = bases.map(base => ratesFor(base, rates));
  return reportedRates(applied, rates).map(rate => {
    const weights = bases.map((base, index) =>
      applied[index]?.includes(rate) ? base.netMinor : 0,
    );
    const taxableMinor = sumOf(weights);
    const taxMinor = portion(taxableMinor, rate.rateMicros, MICROS);
    return { rate, taxableMinor, taxMinor, sharesMinor: allocate(taxMinor, weights) };
  });
}

export function taxOf(bases: readonly TaxBase[], rates: readonly TaxRate[]): Tax {
  const taxes = sharesByRate(bases, rates);
  return {
    taxMinor: sumOf(taxes.map(({ taxMinor }) => taxMinor)),
    sharesMinor: bases.map((_, index) =>
      sumOf(taxes.map(({ sharesMinor }) => sharesMinor[index] ?? 0)),
    ),
    jurisdictions: taxes.map(({ sharesMinor: _, ...tax }) => tax),
  };
}

/**
 * Allocates the tax that a till charged like the computed tax. Tax without a rate (charged in a
 * store without tax) appears on the lines but not in the breakdown.
 */
export function taxAsCharged(
  bases: readonly TaxBase[],
  rates: readonly TaxRate[],
  chargedMinor: Minor,
): Tax {
  const own = taxOf(bases, rates);
  if (own.taxMinor === chargedMinor) return own;
  const parts = allocateToRates(chargedMinor, own.jurisdictions);
  return {
    taxMinor: chargedMinor,
    sharesMinor: allocate(chargedMinor, chargeWeights(bases, rates)),
    jurisdictions: own.jurisdictions.map((jurisdiction, index) => ({
      ...jurisdiction,
      taxMinor: parts[index] ?? 0,
    })),
  };
}

/** Splits by what each rate would collect exactly; without a taxable amount, by the rates alone. */
function allocateToRates(chargedMinor: Minor, taxes: readonly JurisdictionTax[]): Minor[] {
  const exact = taxes.map(
    ({ taxableMinor, rate }) => BigInt(taxableMinor) * BigInt(rate.rateMicros),
  );
  if (exact.some(weight => weight > 0n)) return allocate(chargedMinor, exact);
  const micros = taxes.map(({ rate }) => rate.rateMicros);
  return micros.some(rate => rate > 0) ? allocate(chargedMinor, micros) : [];
}

/**
 * What each line would be taxed exactly. Without any such tax, the taxable lines by their nets, else
 * all lines by their nets; all zero, equal weights.
 */
function chargeWeights(bases: readonly TaxBase[], rates: readonly TaxRate[]): (number | bigint)[] {
  const choices = [
    bases.map(base => BigInt(base.netMinor) * BigInt(sumOfRates(ratesFor(base, rates)))),
    bases.map(base => (base.isTaxExempt ? 0 : base.netMinor)),
    bases.map(base => base.netMinor),
  ];
  const some = choices.find(weights => weights.some(weight => weight > 0));
  return some ?? bases.map(() => 1);
}

export const taxBreakdownOf = (
  jurisdictions: readonly JurisdictionTax[],
  currency: string,
): TaxBreakdownRow[] =>
  jurisdictions.map(({ rate, taxableMinor, taxMinor }) => ({
    jurisdiction: rate.code,
    tax_class: classOf(rate),
    taxable_amount: formatMoney(taxableMinor, currency),
    rate: formatRate(rate.rateMicros),
    tax_collected: formatMoney(taxMinor, currency),
    net: formatMoney(taxableMinor, currency),
    tax: formatMoney(taxMinor, currency),
    gross: formatMoney(sumOf([taxableMinor, taxMinor]), currency),
  }));
