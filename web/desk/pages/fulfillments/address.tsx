import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fulfillment } from '../../types.js';

/** Where the parcel goes; orders for pickup have none. */
export function Address({ one }: { one: Fulfillment }): ReactNode {
  const { shipping_address: address } = one;
  if (address === null) return null;
  const lines = [
    address.company,
    [address.firstName, address.lastName].filter(Boolean).join(' '),
    [address.address, address.apartment].filter(Boolean).join(', '),
    [address.postalCode, address.city, address.region].filter(Boolean).join(' '),
    address.country,
  ].filter(Boolean);
  return (
    <Text size="xs" component="address" my={4} className="desk-address">
      {lines.map(line => (
        <div key={line}>{line}</div>
      ))}
    </Text>
  );
}
