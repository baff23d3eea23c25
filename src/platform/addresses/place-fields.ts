import { formatAddress } from 'localized-address-format';
import { isCountryCode } from '../countries.js';

export type PlaceField = 'city' | 'region' | 'postalCode';

/** Characters that stand in no address; they show where the format puts each field. */
const MARKS: Record<PlaceField, string> = {
  postalCode: '\u0001',
  city: '\u0002',
  region: '\u0003',
};

const ALL = Object.keys(MARKS) as PlaceField[];

/** An address of the country with the marks in place of its fields. */
const marked = (country: string): string =>
  formatAddress(
    {
      postalCountry: country,
      addressLines: ['street'],
      locality: MARKS.city,
      administrativeArea: MARKS.region,
      postalCode: MARKS.postalCode,
    },
    'latin',
  ).join('\n');

/** Whether addresses of the country have a place for the city. */
export const namesCity = (country: string): boolean => marked(country).includes(MARKS.city);

/**
 * The fields that addresses of a country have beside the street, in their order. Every order names a
 * city, so a country whose post does without one begins with it. All fields if there is no country.
 */
export function placeFieldsOf(country: string): readonly PlaceField[] {
  if (!isCountryCode(country)) return ALL;
  const format = marked(country);
  const positionOf = (field: PlaceField): number => format.indexOf(MARKS[field]);
  return ALL.filter(field => field === 'city' || positionOf(field) >= 0).toSorted(
    (a, b) => positionOf(a) - positionOf(b),
  );
}

const REGION_KINDS = {
  state: ['AU', 'BR', 'IN', 'MX', 'MY', 'NG', 'US', 'VE'],
  province: ['AR', 'CA', 'CN', 'ES', 'ID', 'IT', 'KR', 'PH', 'TH', 'TR'],
  prefecture: ['JP'],
  county: ['IE'],
  emirate: ['AE'],
} as const;
export type RegionKind = keyof typeof REGION_KINDS | 'region';

/** What the country calls its regions. */
export const regionKindOf = (country: string): RegionKind =>
  (Object.keys(REGION_KINDS) as (keyof typeof REGION_KINDS)[]).find(kind =>
    (REGION_KINDS[kind] as readonly string[]).includes(country),
  ) ?? 'region';

export type PostalCodeKind = 'zip' | 'eircode' | 'pin' | 'postalCode';

const POSTAL_CODE_KINDS: Readonly<Record<string, PostalCodeKind>> = {
  US: 'zip',
  IE: 'eircode',
  IN: 'pin',
};

/** What the country calls its postal codes. */
export const postalCodeKindOf = (country: string): PostalCodeKind =>
  POSTAL_CODE_KINDS[country] ?? 'postalCode';
