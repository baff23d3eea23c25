import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { addressLinesWithCountry } from '../../../../src/platform/addresses/address-lines.js';
import { useI18n } from '../../../shared/i18n/index.js';
import type { Fulfillment } from '../../types.js';

/** Where the parcel goes; orders for pickup have none. */
export function Address({ one }: { one: Fulfillment }): ReactNode {
  const { shipping_address: address } = one;
  const { locale } = useI18n();
  if (address === null) return null;
  const lines = addressLinesWithCountry(address, locale);
  return (
    <Text size="xs" component="address" my={4} className="desk-address">
      {lines.map(line => (
        <div key={line}>{line}</div>
      ))}
    </Text>
  );
}
