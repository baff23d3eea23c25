import { numberOrNull, type Typed } from '../../parts/fields.js';
import type { Country, Rounding } from './calls.js';

export type StoreDraft = {
  name: string;
  country: string | null;
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
  country: null,
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

export const storeBody = (draft: StoreDraft) => {
  const { tax_name, standard_rate, reduced_rate, ...store } = draft;
  return {
    ...store,
    // The form is sent only once a country is chosen.
    country: store.country ?? '',
    name: store.name.trim(),
    tax: {
      name: tax_name.trim(),
      standard_rate: fractionOf(standard_rate) ?? '0',
      reduced_rate: fractionOf(reduced_rate),
    },
  };
};

export const isReady = (draft: StoreDraft): boolean =>
  draft.name.trim() !== '' &&
  draft.country !== null &&
  draft.currency !== '' &&
  draft.time_zone !== '' &&
  draft.tax_name.trim() !== '' &&
  draft.standard_rate !== '';

/** ISO 3166-1. Countries without suggestions of our own can be chosen too. */
export const COUNTRY_CODES =
  `AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
  BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES
  ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL
  IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA
  MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU
  NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL
  SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC
  VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/);
