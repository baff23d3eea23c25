import { unitMinorOf } from '../../platform/currencies.js';
import { type Minor, minor } from '../../platform/money.js';
import {
  classOf,
  formatRate,
  inUnits,
  parseRate,
  ratesFor,
  STANDARD_TAX_CLASS,
  type TaxBreakdownRow,
  type TaxRate,
  taxBreakdownOf,
  taxOn,
} from '../pricing/index.js';
import type { SellingStore } from '../stores/index.js';
import { ratesOfLine, type TaxTerms, taxRates } from './tax-terms.js';

/** A rate as a line keeps it. */
export type KeptRate = { jurisdiction: string; tax_class: string; rate: string };

export const keptRate = (rate: TaxRate): KeptRate => ({
  jurisdiction: rate.code,
  tax_class: classOf(rate),
  rate: formatRate(rate.rateMicros),
});

/** The rates that shipping of a class is charged with; null: it is untaxed. */
export const shippingRatesOf = (taxClass: string | null, terms: TaxTerms): KeptRate[] =>
  taxClass === null ? [] : ratesOfLine({ isTaxExempt: false, taxClass }, terms).map(keptRate);

/** Where a sale is taxed, if not at the rates of its store. */
export type TaxDestination = {
  /** ISO codes of the address. */
  country: string;
  region: string | null;
  shipping_rates: KeptRate[];
};

export type TaxedLine = {
  /** Price less discount, with or without tax like all prices of the sale. */
  amountMinor: Minor;
  isTaxExempt: boolean;
  taxClass: string;
  /** Null: sold before lines kept their rates. */
  rates: readonly KeptRate[] | null;
};

export type TaxedSale = {
  currency: string;
  createdAt: Date;
  pricesIncludeTax: boolean;
  taxExemption: string | null;
  taxAmount: string;
  shippingAmount: string;
  shippingTax: string;
  /** Null or unset: the rates of the store. */
  taxDestination?: TaxDestination | null;
  lines: readonly TaxedLine[];
};

/** A stored sale for `chargedBreakdown`, without its lines. */
export const taxedSale = (sale: {
  currency: string;
  created_at: Date;
  prices_include_tax: boolean;
  tax_exemption: string | null;
  tax_amount: string;
  shipping_amount: string;
  shipping_tax: string;
  tax_destination: unknown;
}): Omit<TaxedSale, 'lines'> => ({
  currency: sale.currency,
  createdAt: sale.created_at,
  pricesIncludeTax: sale.prices_include_tax,
  taxExemption: sale.tax_exemption,
  taxAmount: sale.tax_amount,
  shippingAmount: sale.shipping_amount,
  shippingTax: sale.shipping_tax,
  taxDestination: sale.tax_destination as TaxDestination | null,
});

/** The charged tax per rate, at the rates that the sale was rung up with. */
export function chargedBreakdown(
  sale: TaxedSale,
  store: Pick<SellingStore, 'taxes' | 'timeZone' | 'shippingTaxClass'> | undefined,
): TaxBreakdownRow[] {
  if (store === undefined || sale.lines.length === 0 || sale.taxExemption !== null) return [];
  const shipping = shippingOf(sale, store.shippingTaxClass);
  const taxes = ratesOf(sale, shipping, taxRates(store, sale.createdAt));
  const charged = {
    charges: [...sale.lines, ...shipping].map(({ amountMinor, isTaxExempt, taxClass }) => ({
      amountMinor,
      isTaxExempt,
      taxClass,
    })),
    chargedTaxMinor: minor(sale.taxAmount, sale.currency),
  };
  const { jurisdictions } = inUnits(
    unitMinorOf(sale.currency),
    charged,
    ({ charges, chargedTaxMinor }) =>
      taxOn(charges, { taxes, pricesIncludeTax: sale.pricesIncludeTax, chargedTaxMinor }),
  );
  return taxBreakdownOf(jurisdictions, sale.currency);
}

type Shipping = { amountMinor: Minor; isTaxExempt: false; taxClass: string };

/** Shipping at a rate of zero belongs to the breakdown of a destination, such as of an export. */
const shippingOf = (sale: TaxedSale, taxClass: string | null): Shipping[] =>
  minor(sale.shippingTax, sale.currency) > 0 ||
  (sale.taxDestination && sale.taxDestination.shipping_rates.length > 0)
    ? [
        {
          amountMinor: minor(sale.shippingAmount, sale.currency),
          isTaxExempt: false,
          taxClass: taxClass ?? STANDARD_TAX_CLASS,
        },
      ]
    : [];

/**
 * What the lines and the destination keep; the store's rates of that time for its own shipping and
 * for old lines.
 */
function ratesOf(sale: TaxedSale, shipping: Shipping[], known: readonly TaxRate[]): TaxRate[] {
  const kept = new Map<string, TaxRate>();
  const keep = (rate: TaxRate): void => {
    const key = `${rate.code} ${classOf(rate)}`;
    if (!kept.has(key)) kept.set(key, rate);
  };
  const destination = sale.taxDestination?.shipping_rates;
  for (const { jurisdiction: code, tax_class: taxClass, rate } of [
    ...sale.lines.flatMap(line => line.rates ?? []),
    ...(shipping.length > 0 ? (destination ?? []) : []),
  ]) {
    keep({ jurisdictionId: code, code, name: code, taxClass, rateMicros: parseRate(rate) });
  }
  if (destination !== undefined) return [...kept.values()].sort(byCodeAndClass);
  if (kept.size === 0) return [...known];
  for (const rate of shipping.flatMap(charge => ratesFor(charge, known))) {
    keep({ ...rate, jurisdictionId: rate.code });
  }
  return [...kept.values()].sort(byCodeAndClass);
}

const rank = (rate: TaxRate): string =>
  `${rate.code} ${classOf(rate) === STANDARD_TAX_CLASS ? '' : classOf(rate)}`;

const byCodeAndClass = (one: TaxRate, other: TaxRate): number => (rank(one) < rank(other) ? -1 : 1);
