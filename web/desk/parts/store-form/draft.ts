import type { ItemOf } from '../../types.js';
import { numberOrNull, type Typed } from '../typed.js';

export type Country = ItemOf<'/setup/countries/'>;
export type Rounding = Country['cash_rounding'];

/** What is entered about a store when it opens. */
export type StoreDraft = {
  name: string;
  country: string;
  address: string;
  postal_code: string;
  city: string;
  region: string;
  currency: string;
  time_zone: string;
  language: 'en' | 'de';
  prices_include_tax: boolean;
  cash_rounding: Rounding;
  tax_name: string;
  standard_rate: Typed;
  reduced_rate: Typed;
};

export const emptyStore = (language: 'en' | 'de'): StoreDraft => ({
  name: '',
  country: '',
  address: '',
  postal_code: '',
  city: '',
  region: '',
  currency: '',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language,
  prices_include_tax: false,
  cash_rounding: 'none',
  tax_name: '',
  standard_rate: '',
  reduced_rate: '',
});

/** 0.055 is typed as 5.5; the product of the two floats has more digits. */
const percentOf = (fraction: string | null): Typed =>
  fraction === null ? '' : Number((Number(fraction) * 100).toFixed(4));

const fractionOf = (percent: Typed): string | null => {
  const typed = numberOrNull(percent);
  return typed === null ? null : String(Number((typed / 100).toFixed(6)));
};

/** What the country suggests; the zone of the browser stays if it is one of the country's. */
export const defaultsOf = (country: Country, zone: string): Partial<StoreDraft> => ({
  currency: country.currency,
  time_zone: country.time_zones.includes(zone) ? zone : (country.time_zones[0] ?? zone),
  language: country.language,
  prices_include_tax: country.prices_include_tax,
  cash_rounding: country.cash_rounding,
  tax_name: country.tax_name,
  standard_rate: percentOf(country.standard_rate),
  reduced_rate: percentOf(country.reduced_rate),
});

/** The tax that is opened with the store. */
export const taxOf = (draft: Pick<StoreDraft, 'tax_name' | 'standard_rate' | 'reduced_rate'>) => ({
  name: draft.tax_name.trim(),
  standard_rate: fractionOf(draft.standard_rate) ?? '0',
  reduced_rate: fractionOf(draft.reduced_rate),
});

export const hasPlace = (draft: StoreDraft): boolean =>
  draft.name.trim() !== '' &&
  draft.country !== '' &&
  draft.currency !== '' &&
  draft.time_zone !== '';

export const hasTax = (draft: StoreDraft): boolean =>
  draft.tax_name.trim() !== '' && draft.standard_rate !== '';
