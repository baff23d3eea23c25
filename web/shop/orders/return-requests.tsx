import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMeasure } from '../parts/measure.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import { type OrderActions, useOrderChange } from './order-actions.js';
import type { ReturnRequest } from './use-own-orders.js';

/** Returns of an order with what the store decided. */
export function ReturnRequests(props: {
  returns: readonly ReturnRequest[];
  actions: OrderActions;
}): ReactNode {
  const { returns, actions } = props;
  const t = useT();
  if (returns.length === 0) return null;
  return (
    <Panel title={t('giveBack.list')}>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {returns.map(one => (
          <Request key={one.return_number} one={one} actions={actions} />
        ))}
      </Stack>
    </Panel>
  );
}

function Request(props: { one: ReturnRequest; actions: OrderActions }): ReactNode {
  const { one, actions } = props;
  const t = useT();
  const { amount } = useMeasure();
  const errorText = useShopError();
  const number = one.return_number;
  const withdraw = useOrderChange<void>(actions, () => actions.withdraw(number));
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
