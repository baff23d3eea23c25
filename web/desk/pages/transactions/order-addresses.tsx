import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import {
  addressLinesWithCountry,
  type PostalAddress,
} from '../../../../src/platform/addresses/address-lines.js';
import { useApi } from '../../../shared/api/index.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';

/** Where the goods of a web order go, and where its bill goes if not there. */
export function OrderAddresses({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const api = useApi();
  const { transactionId: transaction } = sale;
  const deliveries = useQuery({
    queryKey: ['fulfillments', 'sale', transaction],
    queryFn: () => answer(api.GET('/fulfillments/', { params: { query: { transaction } } })),
    enabled: sale.source_system === 'web_commerce',
  });
  const all = deliveries.data ?? [];
  const shipping = all.find(one => one.shipping_address !== null)?.shipping_address ?? null;
  const billing = all.find(one => one.billing_address !== null)?.billing_address ?? null;
  if (shipping === null && billing === null) return null;
  return (
    <Group gap="xl" align="flex-start">
      {shipping !== null && <Address title={t('sales.shippingAddress')} address={shipping} />}
      {billing !== null && <Address title={t('sales.billingAddress')} address={billing} />}
    </Group>
  );
}

function Address({ title, address }: { title: string; address: PostalAddress }): ReactNode {
  const { locale } = useI18n();
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text
        size="sm"
        component="address"
        style={{ fontStyle: 'normal', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        {addressLinesWithCountry(address, locale).join('\n')}
      </Text>
    </div>
  );
}
