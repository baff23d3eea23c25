import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Measured, useMeasure } from '../parts/measure.js';
import { useT } from '../texts/index.js';
import { TrackingLink } from './tracking-link.js';
import type { Order } from './use-order.js';

type Parcel = NonNullable<Order['fulfillment']>['shipments'][number];

const STATES = ['pending', 'shipped', 'delivered', 'cancelled'] as const;

export function Shipments({ shipments }: { shipments: readonly Parcel[] }): ReactNode {
  const t = useT();
  const { amount } = useMeasure();
  const contentOf = ({ quantity, unit, description }: Parcel['items'][number] & Measured) =>
    `${amount(quantity, unit)} × ${description}`;
  if (shipments.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {shipments.map((parcel, index) => {
        const state = STATES.find(name => name === parcel.status);
        return (
          <Group
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: a parcel that has not left has no number
            key={`${parcel.tracking_number} ${index}`}
            justify="space-between"
            p="sm"
            bg="var(--app-sunken)"
            bdrs="md"
          >
            <Stack gap={0}>
              <Text fw={600}>
                {parcel.carrier_name || t('parcel.title', { number: index + 1 })}
              </Text>
              <Text size="sm" c="dimmed">
                <TrackingLink url={parcel.tracking_url}>
                  {parcel.tracking_number || t('parcel.noNumber')}
                </TrackingLink>
              </Text>
              {shipments.length > 1 && (
                <Text size="sm">{parcel.items.map(item => contentOf(item)).join(', ')}</Text>
              )}
            </Stack>
            <Badge variant="default">
              {state === undefined ? parcel.status : t(`parcel.${state}`)}
            </Badge>
          </Group>
        );
      })}
    </Stack>
  );
}
