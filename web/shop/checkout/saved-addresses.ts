import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { useSession } from '../session/use-session.js';
import type { SavedAddress } from '../types.js';

export function useSavedAddresses() {
  const api = useApi();
  const isCustomer = useSession().data?.authenticated === true;
  return useQuery({
    queryKey: ['addresses'],
    queryFn: async () => (await answer(api.GET('/web-commerce/saved-addresses/'))).addresses,
    enabled: isCustomer,
  });
}

/** Formats an address on one line. */
export const addressLine = (address: SavedAddress): string =>
  [
    [address.first_name, address.last_name].filter(Boolean).join(' '),
    address.company,
    [address.address, address.apartment].filter(Boolean).join(', '),
    [address.postal_code, address.city, address.region].filter(Boolean).join(' '),
    address.country,
  ]
    .filter(Boolean)
    .join(' · ');
