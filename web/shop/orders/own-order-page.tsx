import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { addressLinesWithCountry } from '../../../src/platform/addresses/address-lines.js';
import { QrCode } from '../../shared/components/qr-code.js';
import { Loading, Show } from '../../shared/components/states.js';
import { PlaceProvider, useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useTitle } from '../layout/use-title.js';
import { Panel } from '../parts/panel.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import { type OrderActions, useOwnActions } from './order-actions.js';
import { OrderButtons } from './order-buttons.js';
import { OrderItems } from './order-items.js';
import { OrderPayments } from './order-payments.js';
import { Progress } from './progress.js';
import { ReturnRequests } from './return-requests.js';
import { SaleStatus } from './sale-status.js';
import { Shipments } from './shipments.js';
import { type OwnOrder, useOwnOrder } from './use-own-orders.js';

type ShownAddress = NonNullable<OwnOrder['billing_address']>;

/** One order of the account. */
export function OwnOrderPage({ number }: { number: string }): ReactNode {
  const t = useT();
  const session = useSession();
  useTitle(t('order.title', { number }));
  if (session.data === undefined) return <Loading />;
  if (session.data.user == null) {
    return <Redirect to={`/login?next=${encodeURIComponent(`/orders/${number}`)}`} replace />;
  }
  return <Loaded number={number} />;
}

function Loaded({ number }: { number: string }): ReactNode {
  const order = useOwnOrder(number);
  return (
    <Show query={order}>
      {shown => (
        <PlaceProvider place={{ currency: shown.currency, timeZone: shown.store.time_zone }}>
          <Details order={shown} />
        </PlaceProvider>
      )}
    </Show>
  );
}

function Details({ order }: { order: OwnOrder }): ReactNode {
  const t = useT();
  const actions = useOwnActions(order.transaction_id);
  return (
    <Stack maw={720} mx="auto" gap="lg">
      <Anchor component={Link} href="/orders" size="sm">
        {t('orders.all')}
      </Anchor>
      <Head order={order} actions={actions} />
      {order.deliveries.map(delivery => (
        <Panel key={delivery.id} title={t('order.progress')}>
          <Progress fulfillment={delivery} />
          {delivery.qr_content !== null && (
            <Stack align="flex-start" gap="xs">
              <Text>{t('order.pickup')}</Text>
              <QrCode content={delivery.qr_content} label={t('order.qr')} />
            </Stack>
          )}
          <Shipments shipments={delivery.shipments} />
          {delivery.shipping_address !== null && (
            <Stack gap={0}>
              <Text fw={600}>{t('order.delivery')}</Text>
              <PostalAddress address={delivery.shipping_address} />
            </Stack>
          )}
        </Panel>
      ))}
      <OrderItems
        sale={{
          ...order,
          totalAmount: order.total_amount,
          totalPaid: order.total_paid,
          discountAmount: order.discount_amount,
          shippingAmount: order.shipping_amount,
          taxAmount: order.tax_amount,
          expiresAt: order.expires_at,
        }}
      />
      <OrderPayments order={order} />
      {order.billing_address !== null && (
        <Panel title={t('order.billing')}>
          <PostalAddress address={order.billing_address} />
        </Panel>
      )}
      <ReturnRequests returns={order.returns} actions={actions} />
    </Stack>
  );
}

function PostalAddress({ address }: { address: ShownAddress }): ReactNode {
  const { locale } = useI18n();
  return (
    <Text component="address" style={{ fontStyle: 'normal', whiteSpace: 'pre-line' }}>
      {addressLinesWithCountry(address, locale).join('\n')}
    </Text>
  );
}

function Head({ order, actions }: { order: OwnOrder; actions: OrderActions }): ReactNode {
  const t = useT();
  const { date } = useFormat();
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Stack gap={4}>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {t('order.title', { number: order.transaction_id })}
          </Title>
          <Text c="dimmed">
            {[
              t(`orders.${order.channel}`),
              t('order.at', { name: order.store.name, date: date(order.created_at) }),
            ].join(' · ')}
          </Text>
        </Stack>
        <SaleStatus order={order} />
      </Group>
      <Group gap="sm">
        {order.receipt_url !== null && (
          <Button
            component="a"
            href={order.receipt_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
          >
            {t('orders.receipt')}
          </Button>
        )}
        <OrderButtons order={order} isPaid={Number(order.total_paid) > 0} actions={actions} />
      </Group>
    </Stack>
  );
}
