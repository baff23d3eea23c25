import { countryCodeOf } from '../../../platform/countries.js';
import { hasTaxRegion, type StoreTax, type StoreWithTaxes, taxesAt } from '../../stores/index.js';
import { notShippedThere, regionRequired, type ShippingPlace } from './shipping-rates.js';

/** The taxes of an address, with its ISO codes. */
export type DestinationTaxes = { country: string; region: string | null; taxes: StoreTax[] };

/**
 * The taxes of an order that is shipped to an address, or of digital goods for a customer who lives
 * there. Undefined if it has those of its store.
 * Throws if a store that taxes by destination cannot tell the taxes from the address.
 */
export function destinationTaxes(
  store: StoreWithTaxes,
  { country: typed, region, path }: ShippingPlace,
): DestinationTaxes | undefined {
  if (store.tax_sourcing !== 'destination') return undefined;
  const country = countryCodeOf(typed);
  if (country === undefined) throw notShippedThere(`${path}country`);
  if (!hasTaxRegion(store.destination_taxes, { country, region })) {
    throw regionRequired(`${path}region`);
  }
  const taxes = taxesAt(store, { country, region });
  return taxes && { country, region: region.trim().toUpperCase() || null, taxes };
}
