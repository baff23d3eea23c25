import { addressLines } from '../../platform/addresses/address-lines.js';
import { placeFieldsOf } from '../../platform/addresses/place-fields.js';
import { countryCodeOf } from '../../platform/countries.js';
import type { Store } from './repository.js';

/**
 * Street and town of a store as the post of its country writes them, without name and country. The
 * region also decides taxes, so a store has one where addresses do not name it.
 */
export function storeAddressLines(
  store: Pick<Store, 'address' | 'city' | 'region' | 'postal_code' | 'country'>,
): string[] {
  const { address, city, postal_code: postalCode, country } = store;
  const isNamed = placeFieldsOf(countryCodeOf(country) ?? '').includes('region');
  return addressLines({
    address,
    city,
    region: isNamed ? store.region : '',
    postalCode,
    country,
  });
}
