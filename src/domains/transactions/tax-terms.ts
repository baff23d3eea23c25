import { type Basket, ratesFor, type TaxRate, taxRatesAt } from '../pricing/index.js';
import type { SellingStore } from '../stores/index.js';

type TaxedStore = Pick<SellingStore, 'taxes' | 'timeZone'>;

/** How a store taxes a sale: part of a basket. */
export type TaxTerms = Required<Pick<Basket, 'pricesIncludeTax'>> & {
  taxes: TaxRate[];
  taxExemption?: { reason: string };
};

/** The taxes of a sale at this moment, for a customer who may be exempt. */
export const taxTermsOf = (
  store: TaxedStore & Pick<SellingStore, 'pricesIncludeTax'>,
  at: Date,
  exemption: string | null = null,
): TaxTerms => ({
  taxes: taxRates(store, at),
  pricesIncludeTax: store.pricesIncludeTax,
  ...(exemption !== null && { taxExemption: { reason: exemption } }),
});

/** The rates of a store at this moment; the one place that turns a store into rates. */
export const taxRates = (store: TaxedStore, at: Date): TaxRate[] =>
  taxRatesAt(store.taxes, store.timeZone, at);

/** The rates that a line is sold with; none for an exempt customer. */
export const ratesOfLine = (
  line: { isTaxExempt: boolean; taxClass?: string },
  terms: TaxTerms,
): TaxRate[] => (terms.taxExemption === undefined ? ratesFor(line, terms.taxes) : []);
