import { minorPerUnit } from '../../platform/currencies.js';
import type { Language } from '../../platform/language.js';
import { formatMoney } from '../../platform/money.js';
import type { NewZone } from '../stores/index.js';

/** A price in hundredths of a euro up to a weight in grams; null is any weight. */
type Band = readonly [upToGrams: number | null, hundredths: number];

const HOME: readonly Band[] = [[null, 500]];
const HOME_EXPRESS: readonly Band[] = [[null, 1600]];
/** Carriers take parcels of at most 31.5 kg abroad, mostly. */
const NEARBY: readonly Band[] = [
  [2_000, 1200],
  [10_000, 2000],
  [31_500, 3500],
];
const FAR: readonly Band[] = [
  [500, 1500],
  [2_000, 2500],
  [5_000, 4500],
  [20_000, 9500],
];

/** What 1 euro is about, so that a parcel does not cost 5 yen. */
const ABOUT: Record<string, number> = {
  AUD: 1,
  CAD: 1,
  CHF: 1,
  DKK: 10,
  EUR: 1,
  GBP: 1,
  JPY: 150,
  NOK: 10,
  NZD: 1,
  SEK: 10,
  USD: 1,
};

const EUROPE = [
  ...['AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR'],
  ...['HU', 'IE', 'IS', 'IT', 'LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE'],
  ...['SI', 'SK'],
];
const NEIGHBOURS = [EUROPE, ['CA', 'MX', 'US'], ['AU', 'NZ'], ['JP', 'KR', 'TW']];

const NAMES: Record<Language, { home: string; nearby: string; far: string }> = {
  en: { home: 'Home country', nearby: 'Neighbouring countries', far: 'Rest of the world' },
  de: { home: 'Inland', nearby: 'Nachbarländer', far: 'Übrige Welt' },
};

/**
 * What a first store starts with, so that a parcel to the other side of the world does not cost
 * what one to the next street costs. The owner changes it at the desk. None in a currency whose
 * value is not known here: the store then ships at its flat rates.
 */
export function proposedZones(country: string, currency: string, language: Language): NewZone[] {
  const factor = ABOUT[currency];
  if (factor === undefined) return [];
  const rate = (code: string, title: string, bands: readonly Band[], days: [number, number]) => ({
    code,
    title,
    bands: bands.map(([grams, hundredths]) => ({
      up_to_grams: grams,
      price: formatMoney((hundredths * factor * minorPerUnit(currency)) / 100, currency),
    })),
    free_from: null,
    days_min: days[0],
    days_max: days[1],
  });
  const names = NAMES[language];
  const near = NEIGHBOURS.find(group => group.includes(country)) ?? [];
  const nearby = near.filter(code => code !== country);
  const zone = (name: string, rates: NewZone['rates'], countries: string[]): NewZone => ({
    name,
    countries,
    regions: [],
    is_rest_of_world: countries.length === 0,
    rates,
  });
  const home = [
    rate('standard', 'Standard', HOME, [3, 5]),
    rate('express', 'Express', HOME_EXPRESS, [1, 1]),
  ];
  return [
    zone(names.home, home, [country]),
    ...(nearby.length > 0
      ? [zone(names.nearby, [rate('standard', 'Standard', NEARBY, [4, 8])], nearby)]
      : []),
    zone(names.far, [rate('standard', 'Standard', FAR, [8, 15])], []),
  ];
}
