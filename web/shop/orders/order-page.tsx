import { Anchor, Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { Artwork } from '../../shared/artwork/index.js';
import { QrCode } from '../../shared/components/qr-code.js';
import { Loading } from '../../shared/components/states.js';
import { descriptionOf } from '../../shared/description.js';
import { PlaceProvider, useFormat } from '../../shared/i18n/format.js';
import { includesTax, Row } from '../cart/totals.js';
import { useTitle } from '../layout/use-title.js';
import { useMeasure } from '../parts/measure.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { type Key, useT } from '../texts/index.js';
import { Progress } from './progress.js';
import { Shipments } from './shipments.js';
import { type Order, useOrder, useOrderToken } from './use-order.js';

/** Accepts a full link or only the token. */
const tokenIn = (text: string): string => text.trim().replace(/^.*#/, '');

function TokenForm({ error }: { error?: string }): ReactNode {
  const t = useT();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (tokenIn(text) !== '') navigate(`/order#${encodeURIComponent(tokenIn(text))}`);
  };
  return (
    <Stack component="form" onSubmit={submit} maw={520} mx="auto" py="xl" gap="lg">
      <Title order={1}>{t('order.track')}</Title>
      <Text>{t('order.ask')}</Text>
      <TextInput
        label={t('order.token')}
        value={text}
        maxLength={1_000}
        autoComplete="off"
        error={error}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button type="submit">{t('order.show')}</Button>
    </Stack>
  );
}

const SALE: Record<string, Key> = {
  completed: 'sale.completed',
  pending: 'sale.pending',
  partially_paid: 'sale.pending',
  refunded: 'sale.refunded',
  partially_refunded: 'sale.partlyRefunded',
  voided: 'sale.voided',
  expired: 'sale.expired',
};

function OrderItems({ order }: { order: Order }): ReactNode {
  const t = useT();
  const { money, dateTime } = useFormat();
  const { times } = useMeasure();
  const { transaction } = order;
  const due = Number(transaction.totalAmount) - Number(transaction.totalPaid);
  const isOpen = transaction.status === 'pending' || transaction.status === 'partially_paid';
  return (
    <Panel title={t('order.goods')}>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {transaction.line_items.map(line => (
          <Group component="li" key={line.sku} wrap="nowrap" gap="sm">
            <Artwork
              name={descriptionOf(line)}
              style={{ width: 48, height: 48, borderRadius: 10, flex: 'none' }}
            />
            <Text style={{ flex: 1 }}>
              {descriptionOf(line)}{' '}
              <Text span c="dimmed">
                {times(line)}
              </Text>
            </Text>
            <Text className="money">{money(line.subtotal)}</Text>
          </Group>
        ))}
      </Stack>
      <Stack component="dl" gap={6} m={0}>
        <Row label={t('cart.subtotal')}>{money(transaction.subtotal)}</Row>
        {Number(transaction.discountAmount) > 0 && (
          <Row label={t('cart.savings')} accent>
            {money(-Number(transaction.discountAmount))}
          </Row>
        )}
        {Number(transaction.shippingAmount) > 0 && (
          <Row label={t('cart.shipping')}>{money(transaction.shippingAmount)}</Row>
        )}
        <Row label={t(includesTax(transaction) ? 'cart.taxIncluded' : 'order.tax')}>
          {money(transaction.taxAmount)}
        </Row>
        <Row label={t('cart.total')} strong>
          {money(transaction.totalAmount)}
        </Row>
        {isOpen && due > 0 && <Row label={t('thanks.due')}>{money(due)}</Row>}
      </Stack>
      {isOpen && transaction.expiresAt !== null && (
        <Text size="sm" c="dimmed">
          {t('order.until', { time: dateTime(transaction.expiresAt) })}
        </Text>
      )}
    </Panel>
  );
}

function OrderDetails(props: {
  order: Order;
  isLoading: boolean;
  onRefresh: () => void;
}): ReactNode {
  const t = useT();
  const { date } = useFormat();
  const { transaction, fulfillment, store } = props.order;
  const known = SALE[transaction.status];
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
          <Badge variant="light" size="lg">
            {known === undefined ? transaction.status : t(known)}
          </Badge>
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
      <OrderItems order={props.order} />
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
  if (token === '') return <TokenForm />;
  if (order.data === undefined) {
    return order.isPending ? <Loading /> : <TokenForm error={errorText(order.error)} />;
  }
  const { currency } = order.data.transaction;
  return (
    <PlaceProvider place={{ currency, timeZone: order.data.store.time_zone }}>
      <OrderDetails
        order={order.data}
        isLoading={order.isFetching}
        onRefresh={() => void order.refetch()}
      />
    </PlaceProvider>
  );
}
