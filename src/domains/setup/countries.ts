import type { Language } from '../../platform/language.js';
import type { CashRounding } from '../stores/index.js';

/** What a new store in a country starts with. Every field can be changed before and after. */
export type Country = {
  /** ISO 3166-1. */
  code: string;
  currency: string;
  /** Names of the IANA database, the most populous first. */
  time_zones: string[];
  /** Language of receipts and mails; English if the service lacks the country's own. */
  language: Language;
  prices_include_tax: boolean;
  cash_rounding: CashRounding;
  tax_name: string;
  /** Fractions: 0.19 is 19 %. */
  standard_rate: string;
  /** Mostly the rate of food; null: the country has one rate. */
  reduced_rate: string | null;
  /** Further rates, for tax classes that an owner adds. */
  other_rates: string[];
};

const EU = { prices_include_tax: true, cash_rounding: 'none', language: 'en' } as const;

/**
 * Rates as of January 2026, from the tax authorities: the European Commission's table of VAT rates
 * for AT, BE, DE, DK, ES, FR, IT and NL; ESTV (CH), Skatteetaten (NO), HMRC (GB), the National Tax
 * Agency (JP), the CRA (CA), the ATO (AU) and Inland Revenue (NZ). Sales tax of the US depends on
 * state, county and city, and provinces of CA add their own to the federal 5 %: an owner there
 * enters the rate of the address. Prices include tax where shops must show them so.
 * Cash is rounded where law or common practice has it: AU, BE, CA, CH, DK, IT, NL, NO, NZ.
 */
export const COUNTRIES: readonly Country[] = [
  {
    ...EU,
    code: 'AT',
    currency: 'EUR',
    time_zones: ['Europe/Vienna'],
    language: 'de',
    tax_name: 'Mehrwertsteuer',
    standard_rate: '0.2',
    reduced_rate: '0.1',
    other_rates: ['0.13'],
  },
  {
    code: 'AU',
    currency: 'AUD',
    time_zones: [
      'Australia/Sydney',
      'Australia/Melbourne',
      'Australia/Brisbane',
      'Australia/Perth',
      'Australia/Adelaide',
      'Australia/Hobart',
      'Australia/Darwin',
    ],
    language: 'en',
    prices_include_tax: true,
    cash_rounding: '0.05',
    tax_name: 'GST',
    standard_rate: '0.1',
    reduced_rate: null,
    other_rates: [],
  },
  {
    ...EU,
    code: 'BE',
    currency: 'EUR',
    time_zones: ['Europe/Brussels'],
    cash_rounding: '0.05',
    tax_name: 'BTW / TVA',
    standard_rate: '0.21',
    reduced_rate: '0.06',
    other_rates: ['0.12'],
  },
  {
    code: 'CA',
    currency: 'CAD',
    time_zones: [
      'America/Toronto',
      'America/Vancouver',
      'America/Edmonton',
      'America/Winnipeg',
      'America/Halifax',
      'America/Regina',
      'America/St_Johns',
    ],
    language: 'en',
    prices_include_tax: false,
    cash_rounding: '0.05',
    tax_name: 'GST',
    standard_rate: '0.05',
    reduced_rate: null,
    other_rates: [],
  },
  {
    code: 'CH',
    currency: 'CHF',
    time_zones: ['Europe/Zurich'],
    language: 'de',
    prices_include_tax: true,
    cash_rounding: '0.05',
    tax_name: 'Mehrwertsteuer',
    standard_rate: '0.081',
    reduced_rate: '0.026',
    other_rates: ['0.038'],
  },
  {
    ...EU,
    code: 'DE',
    currency: 'EUR',
    time_zones: ['Europe/Berlin'],
    language: 'de',
    tax_name: 'Mehrwertsteuer',
    standard_rate: '0.19',
    reduced_rate: '0.07',
    other_rates: [],
  },
  {
    ...EU,
    code: 'DK',
    currency: 'DKK',
    time_zones: ['Europe/Copenhagen'],
    cash_rounding: '0.50',
    tax_name: 'Moms',
    standard_rate: '0.25',
    reduced_rate: null,
    other_rates: [],
  },
  {
    ...EU,
    code: 'ES',
    currency: 'EUR',
    time_zones: ['Europe/Madrid', 'Atlantic/Canary'],
    tax_name: 'IVA',
    standard_rate: '0.21',
    reduced_rate: '0.1',
    other_rates: ['0.04'],
  },
  {
    ...EU,
    code: 'FR',
    currency: 'EUR',
    time_zones: ['Europe/Paris'],
    tax_name: 'TVA',
    standard_rate: '0.2',
    reduced_rate: '0.055',
    other_rates: ['0.1', '0.021'],
  },
  {
    ...EU,
    code: 'GB',
    currency: 'GBP',
    time_zones: ['Europe/London'],
    tax_name: 'VAT',
    standard_rate: '0.2',
    reduced_rate: '0.05',
    other_rates: [],
  },
  {
    ...EU,
    code: 'IT',
    currency: 'EUR',
    time_zones: ['Europe/Rome'],
    cash_rounding: '0.05',
    tax_name: 'IVA',
    standard_rate: '0.22',
    reduced_rate: '0.1',
    other_rates: ['0.05', '0.04'],
  },
  {
    code: 'JP',
    currency: 'JPY',
    time_zones: ['Asia/Tokyo'],
    language: 'en',
    prices_include_tax: true,
    cash_rounding: 'none',
    tax_name: 'Consumption tax',
    standard_rate: '0.1',
    reduced_rate: '0.08',
    other_rates: [],
  },
  {
    ...EU,
    code: 'NL',
    currency: 'EUR',
    time_zones: ['Europe/Amsterdam'],
    cash_rounding: '0.05',
    tax_name: 'BTW',
    standard_rate: '0.21',
    reduced_rate: '0.09',
    other_rates: [],
  },
  {
    ...EU,
    code: 'NO',
    currency: 'NOK',
    time_zones: ['Europe/Oslo'],
    cash_rounding: '1.00',
    tax_name: 'Merverdiavgift',
    standard_rate: '0.25',
    reduced_rate: '0.15',
    other_rates: ['0.12'],
  },
  {
    code: 'NZ',
    currency: 'NZD',
    time_zones: ['Pacific/Auckland'],
    language: 'en',
    prices_include_tax: true,
    cash_rounding: '0.10',
    tax_name: 'GST',
    standard_rate: '0.15',
    reduced_rate: null,
    other_rates: [],
  },
  {
    code: 'US',
    currency: 'USD',
    time_zones: [
      'America/New_York',
      'America/Chicago',
      'America/Los_Angeles',
      'America/Denver',
      'America/Phoenix',
      'America/Anchorage',
      'Pacific/Honolulu',
    ],
    language: 'en',
    prices_include_tax: false,
    cash_rounding: 'none',
    tax_name: 'Sales tax',
    standard_rate: '0',
    reduced_rate: null,
    other_rates: [],
  },
];
