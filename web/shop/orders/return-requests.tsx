import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useMeasure } from '../parts/measure.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import { type OwnOrder, type ReturnRequest, useOrderChange } from './use-own-orders.js';

/** Returns of an order with what the store decided. */
export function ReturnRequests({ order }: { order: OwnOrder }): ReactNode {
  const t = useT();
  if (order.returns.length === 0) return null;
  return (
    <Panel title={t('giveBack.list')}>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {order.returns.map(one => (
          <Request key={one.return_number} order={order} one={one} />
        ))}
      </Stack>
    </Panel>
  );
}

function Request({ order, one }: { order: OwnOrder; one: ReturnRequest }): ReactNode {
  const t = useT();
  const api = useApi();
  const { amount } = useMeasure();
  const errorText = useShopError();
  const number = one.return_number;
  const withdraw = useOrderChange<void, unknown>(() =>
    answer(
      api.POST('/web-commerce/orders/{transaction_id}/returns/{return_number}/cancel/', {
        params: { path: { transaction_id: order.transaction_id, return_number: number } },
      }),
    ),
  );
  return (
    <Stack component="li" gap={6} p="md" bg="var(--app-sunken)" bdrs="md">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{t('giveBack.number', { number })}</Text>
        <Badge variant="light" tt="none">
          {t(`giveBack.status.${one.status}`)}
        </Badge>
      </Group>
      <Text size="sm">
        {one.line_items
          .map(line => `${amount(line.quantity, line.unit)} × ${line.description}`)
          .join(', ')}
      </Text>
      {one.decision_note !== '' && (
        <Text size="sm">{t('giveBack.note', { text: one.decision_note })}</Text>
      )}
      {withdraw.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(withdraw.error)}
        </Text>
      )}
      {one.can_withdraw && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            loading={withdraw.isPending}
            aria-label={t('giveBack.withdraw.named', { number })}
            onClick={() => withdraw.mutate()}
          >
            {t('giveBack.withdraw')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
