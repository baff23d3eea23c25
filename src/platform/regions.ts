import { iso31662 } from 'iso-3166';

/** Mail of the armed forces abroad goes to these; they are no states. */
const MORE_CODES = ['US-AA', 'US-AE', 'US-AP'];

function codesByCountry(): ReadonlyMap<string, ReadonlySet<string>> {
  const countries = new Map<string, Set<string>>();
  for (const code of [...iso31662.map(region => region.code), ...MORE_CODES]) {
    const country = code.slice(0, 2);
    const known = countries.get(country) ?? new Set();
    countries.set(country, known.add(code.slice(3)));
  }
  return countries;
}

let byCountry: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** What stands after the country in ISO 3166-2: `CA`, `NSW`, `9`. */
export const isRegionCode = (region: string): boolean => /^[a-z0-9]{1,3}$/i.test(region.trim());

/** Whether the country has a region with this code; any code if it has none at all. */
export function isRegionOf(country: string, region: string): boolean {
  byCountry ??= codesByCountry();
  const known = byCountry.get(country);
  return known ? known.has(region.trim().toUpperCase()) : isRegionCode(region);
}
