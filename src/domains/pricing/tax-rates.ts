const MICROS = 1_000_000;
const RATE = /^\d(\.\d{1,6})?$/;

export const STANDARD_TAX_CLASS = 'standard';
/** Classes that are never taxed without a rate of their own. */
const UNTAXED_CLASSES: ReadonlySet<string> = new Set(['zero', 'exempt']);

export type TaxRate = {
  jurisdictionId: string;
  code: string;
  name: string;
  /** The class of goods that this rate taxes; default: standard. */
  taxClass?: string;
  /** Millionths: 0.0825 is 82500. */
  rateMicros: number;
};

/** What the rates of a line or of shipping depend on. */
export type Taxed = { isTaxExempt: boolean; taxClass?: string };

export const classOf = ({ taxClass }: { taxClass?: string }): string =>
  taxClass ?? STANDARD_TAX_CLASS;

/**
 * The rates of a line, one per jurisdiction: that of its class. Where a jurisdiction has none, a
 * zero-rated or exempt line is untaxed, and any other is taxed like standard goods.
 */
export function ratesFor(taxed: Taxed, rates: readonly TaxRate[]): TaxRate[] {
  if (taxed.isTaxExempt) return [];
  const wanted = classOf(taxed);
  const isOwn = (rate: TaxRate): boolean => classOf(rate) === wanted;
  const own = rates.filter(isOwn);
  if (UNTAXED_CLASSES.has(wanted)) return own;
  const covered = new Set(own.map(rate => rate.jurisdictionId));
  return rates.filter(
    rate =>
      isOwn(rate) || (classOf(rate) === STANDARD_TAX_CLASS && !covered.has(rate.jurisdictionId)),
  );
}

export const sumOfRates = (rates: readonly TaxRate[]): number =>
  rates.reduce((sum, { rateMicros }) => sum + rateMicros, 0);

/** The rates to report: those that apply, or the standard ones of a basket without taxable goods. */
export function reportedRates(
  applied: readonly (readonly TaxRate[])[],
  rates: readonly TaxRate[],
): TaxRate[] {
  const used = new Set(applied.flat());
  return rates.filter(rate =>
    used.size > 0 ? used.has(rate) : classOf(rate) === STANDARD_TAX_CLASS,
  );
}

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
