import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { QrCode } from '../../shared/components/qr-code.js';
import { Loading } from '../../shared/components/states.js';
import { PlaceProvider, useFormat } from '../../shared/i18n/format.js';
import { useTitle } from '../layout/use-title.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import { OrderItems } from './order-items.js';
import { Progress } from './progress.js';
import { SaleStatus } from './sale-status.js';
import { Shipments } from './shipments.js';
import { TrackForm } from './track-form.js';
import { type Order, useOrder, useOrderToken } from './use-order.js';

function OrderDetails(props: {
  order: Order;
  isLoading: boolean;
  onRefresh: () => void;
}): ReactNode {
  const t = useT();
  const { date } = useFormat();
  const { transaction, fulfillment, store } = props.order;
  return (
    <Stack maw={720} mx="auto" gap="lg">
      <Group justify="space-between">
        <Stack gap={4}>
          <Title order={1} size="h2">
            {t('order.title', { number: transaction.transactionId })}
          </Title>
          <Text c="dimmed">
            {t('order.at', { name: store.name, date: date(transaction.createdAt) })}
          </Text>
        </Stack>
        <Group gap="xs">
          <SaleStatus order={transaction} />
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={props.isLoading}
            onClick={props.onRefresh}
          >
            {t('order.refresh')}
          </Button>
        </Group>
      </Group>
      {fulfillment !== null && (
        <Panel title={t('order.progress')}>
          <Progress fulfillment={fulfillment} />
          {fulfillment.qr_content !== null && (
            <Stack align="flex-start" gap="xs">
              <Text>{t('order.pickup')}</Text>
              <QrCode content={fulfillment.qr_content} label={t('order.qr')} />
            </Stack>
          )}
          <Shipments shipments={fulfillment.shipments} />
        </Panel>
      )}
      <OrderItems sale={transaction} />
      <Anchor component="button" type="button" onClick={() => print()} size="sm">
        {t('order.print')}
      </Anchor>
    </Stack>
  );
}

export function OrderPage(): ReactNode {
  useTitle(useT()('order.track'));
  const token = useOrderToken();
  const order = useOrder(token);
  const errorText = useShopError();
  const [tracked, setTracked] = useState<Order>();
  const shown = token === '' ? tracked : order.data;
  if (shown === undefined) {
    if (token !== '' && order.isPending) return <Loading />;
    return (
      <TrackForm error={token === '' ? undefined : errorText(order.error)} onFound={setTracked} />
    );
  }
  const { currency } = shown.transaction;
  return (
    <PlaceProvider place={{ currency, timeZone: shown.store.time_zone }}>
      <OrderDetails
        order={shown}
        isLoading={order.isFetching}
        onRefresh={token === '' ? () => setTracked(undefined) : () => void order.refetch()}
      />
    </PlaceProvider>
  );
}
