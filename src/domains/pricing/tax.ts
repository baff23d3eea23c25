import { allocate, formatMoney, type Minor, portion, sumOf } from '../../platform/money.js';

const MICROS = 1_000_000;
const RATE = /^\d(\.\d{1,6})?$/;

export type TaxRate = {
  jurisdictionId: string;
  code: string;
  name: string;
  /** Millionths: 0.0825 is 82500. */
  rateMicros: number;
};

export type TaxBase = { netMinor: Minor; isTaxExempt: boolean };

export type JurisdictionTax = { rate: TaxRate; taxableMinor: Minor; taxMinor: Minor };

export type Tax = {
  taxMinor: Minor;
  /** One share per base, in the order given; they add up to `taxMinor`. */
  sharesMinor: Minor[];
  jurisdictions: JurisdictionTax[];
};

export type TaxBreakdownRow = {
  jurisdiction: string;
  taxable_amount: string;
  rate: string;
  tax_collected: string;
};

/** Rounds once per jurisdiction on the whole taxable amount, then allocates it to the lines. */
export function taxOf(bases: readonly TaxBase[], rates: readonly TaxRate[]): Tax {
  const weights = bases.map(taxable);
  const taxableMinor = sumOf(weights);
  const jurisdictions = rates.map(rate => ({
    rate,
    taxableMinor,
    taxMinor: portion(taxableMinor, rate.rateMicros, MICROS),
  }));
  const shares = jurisdictions.map(({ taxMinor }) => allocate(taxMinor, weights));
  return {
    taxMinor: sumOf(jurisdictions.map(({ taxMinor }) => taxMinor)),
    sharesMinor: bases.map((_, index) => sumOf(shares.map(share => share[index] ?? 0))),
    jurisdictions,
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
  const micros = rates.map(rate => rate.rateMicros);
  const parts = micros.some(rate => rate > 0) ? allocate(chargedMinor, micros) : [];
  return {
    taxMinor: chargedMinor,
    sharesMinor: allocate(chargedMinor, chargeWeights(bases)),
    jurisdictions: own.jurisdictions.map((jurisdiction, index) => ({
      ...jurisdiction,
      taxMinor: parts[index] ?? 0,
    })),
  };
}

/** Weights of the taxable lines; without any, the nets of all lines; all zero, equal weights. */
function chargeWeights(bases: readonly TaxBase[]): number[] {
  const weights = bases.map(taxable);
  if (weights.some(weight => weight > 0)) return weights;
  const nets = bases.map(base => base.netMinor);
  return nets.some(net => net > 0) ? nets : bases.map(() => 1);
}

const taxable = (base: TaxBase): Minor => (base.isTaxExempt ? 0 : base.netMinor);

export const taxBreakdownOf = (jurisdictions: readonly JurisdictionTax[]): TaxBreakdownRow[] =>
  jurisdictions.map(({ rate, taxableMinor, taxMinor }) => ({
    jurisdiction: rate.code,
    taxable_amount: formatMoney(taxableMinor),
    rate: formatRate(rate.rateMicros),
    tax_collected: formatMoney(taxMinor),
  }));

/** `"0.082500"`, as the database writes it, is 82500. */
export function parseRate(text: string): number {
  if (!RATE.test(text)) throw new TypeError('not a tax rate');
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * MICROS + Number(fraction.padEnd(6, '0'));
}

/** 82500 is `"0.0825"`. */
export function formatRate(rateMicros: number): string {
  const whole = Math.floor(rateMicros / MICROS);
  const fraction = String(rateMicros % MICROS)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
}
