import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { addressLinesWithCountry } from '../../../src/platform/addresses/address-lines.js';
import { countryCodeOf } from '../../../src/platform/countries.js';
import { useApi } from '../../shared/api/index.js';
import { useSession } from '../session/use-session.js';
import type { SavedAddress } from '../types.js';
import type { AddressForm } from './checkout-storage.js';

export function useSavedAddresses() {
  const api = useApi();
  const isCustomer = useSession().data?.authenticated === true;
  return useQuery({
    queryKey: ['addresses'],
    queryFn: async () => (await answer(api.GET('/web-commerce/saved-addresses/'))).addresses,
    enabled: isCustomer,
  });
}

/** A saved address as the form has it. */
export const formOf = (saved: SavedAddress): AddressForm => ({
  firstName: saved.first_name,
  lastName: saved.last_name,
  company: saved.company,
  address: saved.address,
  apartment: saved.apartment,
  city: saved.city,
  region: saved.region,
  postalCode: saved.postal_code,
  country: countryCodeOf(saved.country) ?? saved.country,
  phone: saved.phone,
});

/** Formats an address on one line, as its country writes it. */
export const addressLine = (address: AddressForm, language: string): string =>
  addressLinesWithCountry(address, language).join(' · ');
