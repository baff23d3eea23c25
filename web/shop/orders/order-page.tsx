import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { QrCode } from '../../shared/components/qr-code.js';
import { Loading } from '../../shared/components/states.js';
import { PlaceProvider, useFormat } from '../../shared/i18n/format.js';
import { useTitle } from '../layout/use-title.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import { useGuestActions } from './order-actions.js';
import { OrderButtons } from './order-buttons.js';
import { OrderItems } from './order-items.js';
import { OrderPayments } from './order-payments.js';
import { Progress } from './progress.js';
import { ReturnRequests } from './return-requests.js';
import { SaleStatus } from './sale-status.js';
import { Shipments } from './shipments.js';
import { TrackForm } from './track-form.js';
import { type Order, orderKey, type Proof, useOrder, useOrderToken } from './use-order.js';

function OrderDetails(props: {
  order: Order;
  proof: Proof;
  isLoading: boolean;
  onRefresh: () => void;
}): ReactNode {
  const t = useT();
  const { date } = useFormat();
  const { transaction, fulfillment, store, returns, billing_city: city } = props.order;
  const actions = useGuestActions(props.proof);
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
          <SaleStatus
            order={{ ...transaction, fulfillments: fulfillment === null ? [] : [fulfillment] }}
          />
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
      <Group gap="sm">
        <OrderButtons
          order={transaction}
          isPaid={Number(transaction.totalPaid) > 0}
          actions={actions}
        />
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
      <OrderPayments order={props.order} />
      {city !== null && <Text size="sm">{t('order.billing.city', { city })}</Text>}
      <ReturnRequests returns={returns} actions={actions} />
      <Anchor component="button" type="button" onClick={() => print()} size="sm">
        {t('order.print')}
      </Anchor>
    </Stack>
  );
}

export function OrderPage(): ReactNode {
  useTitle(useT()('order.track'));
  const token = useOrderToken();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [known, setKnown] = useState<Proof>();
  const proof = token === '' ? known : { access_token: token };
  const order = useOrder(proof);
  const errorText = useShopError();
  const show = (found: Order, by: Proof): void => {
    queries.setQueryData(orderKey(by), found);
    setKnown(by);
    // A link that does not work must not hide what was found by number.
    if (token !== '') navigate('/order', { replace: true });
  };
  const { data: shown } = order;
  if (proof === undefined || shown === undefined) {
    if (proof !== undefined && order.isPending) return <Loading />;
    return <TrackForm error={token === '' ? undefined : errorText(order.error)} onFound={show} />;
  }
  const { currency } = shown.transaction;
  return (
    <PlaceProvider place={{ currency, timeZone: shown.store.time_zone }}>
      <OrderDetails
        order={shown}
        proof={proof}
        isLoading={order.isFetching}
        onRefresh={() => void order.refetch()}
      />
    </PlaceProvider>
  );
}
