import { countryCodeOf } from '../../../platform/countries.js';
import type { DestinationTax, StoreTax, StoreWithTaxes } from '../repository.js';
import { type Destination, hasNeededRegion, sameRegion } from '../shipping/rules.js';

/** Stands for every country and region that no jurisdiction covers, except in the store's country. */
export const ELSEWHERE = '*';

type Taxing = Pick<StoreWithTaxes, 'country' | 'destination_taxes'>;

/**
 * The taxes of an address; undefined: those of the store. A region goes before its country, and the
 * country of the store before the rest of the world. Several taxes of one place add up.
 */
export function taxesAt(
  { country: home, destination_taxes: taxes }: Taxing,
  { country, region }: Destination,
): StoreTax[] | undefined {
  const found = (wanted: (tax: DestinationTax) => boolean): DestinationTax[] | undefined => {
    const some = taxes.filter(wanted);
    return some.length > 0 ? some : undefined;
  };
  const isHome = country === countryCodeOf(home);
  return (
    found(
      tax => tax.country === country && tax.region !== null && sameRegion(tax.region, region),
    ) ??
    found(tax => tax.country === country && tax.region === null) ??
    (isHome ? undefined : found(tax => tax.country === ELSEWHERE))
  );
}

/** Countries in which the region decides the tax. */
export const countriesTaxedByRegion = (taxes: readonly DestinationTax[]): string[] => [
  ...new Set(taxes.flatMap(({ country, region }) => (region === null ? [] : country))),
];

/** False if the tax depends on the region, and the address has no code of one. */
export const hasTaxRegion = (taxes: readonly DestinationTax[], place: Destination): boolean =>
  hasNeededRegion(
    taxes.map(({ country, region }) => ({
      countries: [country],
      regions: region === null ? [] : [region],
    })),
    place,
  );
