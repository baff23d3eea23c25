import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/i18n/format.js';
import { useMeasure } from '../parts/measure.js';
import { useT } from '../texts/index.js';
import { SaleStatus } from './sale-status.js';
import { TrackingLink } from './tracking-link.js';
import type { OrderSummary } from './use-own-orders.js';

export function OrderList({ orders }: { orders: readonly OrderSummary[] }): ReactNode {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {orders.map(order => (
        <OrderCard key={order.transaction_id} order={order} />
      ))}
    </Stack>
  );
}

function OrderCard({ order }: { order: OrderSummary }): ReactNode {
  const t = useT();
  const { money, date } = useFormat();
  const { amount } = useMeasure();
  const number = order.transaction_id;
  const goods = order.items.map(
    item => `${amount(item.quantity, item.unit)} × ${item.description}`,
  );
  const tracking = order.fulfillments
    .flatMap(one => one.tracking)
    .filter(parcel => parcel.tracking_number !== '');
  return (
    <Stack component="li" gap={6} p="md" bg="var(--app-sunken)" bdrs="md">
      <Group justify="space-between" gap="xs">
        <Anchor
          component={Link}
          href={`/orders/${number}`}
          fw={600}
          aria-label={t('orders.open', { number })}
        >
          {number}
        </Anchor>
        <SaleStatus order={order} />
      </Group>
      <Group gap="xs">
        <Badge variant="default" tt="none">
          {t(`orders.${order.channel}`)}
        </Badge>
        <Text size="sm" c="dimmed">
          {t('order.at', { name: order.store.name, date: date(order.created_at) })}
        </Text>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {goods.join(', ')}
      </Text>
      {tracking.map(parcel => (
        <Text
          key={parcel.tracking_number}
          size="sm"
          c="dimmed"
          style={{ overflowWrap: 'anywhere' }}
        >
          <TrackingLink url={parcel.tracking_url}>
            {[parcel.carrier_name, t('orders.tracking', { number: parcel.tracking_number })]
              .filter(Boolean)
              .join(' · ')}
          </TrackingLink>
        </Text>
      ))}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t('orders.items', { count: order.item_count })}
        </Text>
        <Group gap="md">
          {order.receipt_url !== null && (
            <Anchor href={order.receipt_url} target="_blank" rel="noreferrer" size="sm">
              {t('orders.receipt')}
            </Anchor>
          )}
          <Text fw={650} className="money">
            {money(order.total_amount, order.currency)}
          </Text>
        </Group>
      </Group>
    </Stack>
  );
}
