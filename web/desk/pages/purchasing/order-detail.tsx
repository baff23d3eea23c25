import { Button, Group, Stack, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { DataTable } from '../../parts/data-table.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder } from '../../types.js';
import { Receive } from './receive.js';

type Action = 'submit' | 'close' | 'cancel';
const ACTIONS: Record<PurchaseOrder['status'], Action[]> = {
  draft: ['submit', 'cancel'],
  submitted: ['cancel'],
  partially_received: ['close'],
  received: ['close'],
  closed: [],
  cancelled: [],
};

const isComing = ({ status }: PurchaseOrder): boolean =>
  status === 'submitted' || status === 'partially_received';

export const isLate = (order: PurchaseOrder): boolean =>
  isComing(order) &&
  order.expected_date !== null &&
  order.expected_date < new Date().toISOString().slice(0, 10);

export function OrderDetail({ order }: { order: PurchaseOrder }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{order.vendor_name}</Text>
          <Text size="sm" c="dimmed">
            {[order.store_name, order.vendor_reference].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <StatusTag status={order.status} />
      </Group>
      {order.notes !== '' && <Text size="sm">{order.notes}</Text>}
      <OrderActions order={order} />
      <DataTable
        label={t('sales.tab.lines')}
        rows={order.lines}
        keyOf={line => line.id}
        columns={[
          {
            head: t('stock.item'),
            cell: line => (
              <>
                {line.name}
                <Text size="xs" c="dimmed">
                  {line.sku}
                </Text>
              </>
            ),
          },
          {
            head: t('orders.received'),
            isFigure: true,
            cell: line =>
              t('orders.of', { received: line.received_quantity, ordered: line.ordered_quantity }),
          },
          {
            head: t('list.total'),
            isFigure: true,
            cell: line => format.money(line.line_total, order.currency),
          },
        ]}
      />
      {order.receipts.map(receipt => (
        <Text key={receipt.id} size="sm" c="dimmed">
          {[receipt.receipt_number, format.dateTime(receipt.received_at), receipt.notes]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      ))}
    </Stack>
  );
}

function OrderActions({ order }: { order: PurchaseOrder }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [isReceiving, setReceiving] = useState(false);
  const act = useAction(
    (action: Action) =>
      answer(
        api.POST(`/procurement/purchase-orders/{id}/${action}/`, {
          params: { path: { id: order.id } },
        }),
      ),
    {
      changes: [['orders']],
      done: (_answer, action) => t(`orders.did.${action}`, { number: order.po_number }),
    },
  );
  const actions = may('procurement.manage') ? ACTIONS[order.status] : [];
  return (
    <Group gap="xs">
      {isComing(order) && may('delivery.manage') && (
        <Button size="xs" onClick={() => setReceiving(true)}>
          {t('orders.receive')}
        </Button>
      )}
      {actions.map(action => (
        <Button
          key={action}
          size="xs"
          variant={action === 'submit' ? 'filled' : 'default'}
          loading={act.isPending && act.variables === action}
          onClick={() => act.mutate(action)}
        >
          {t(`orders.${action}`)}
        </Button>
      ))}
      {isReceiving && <Receive order={order} onClose={() => setReceiving(false)} />}
    </Group>
  );
}
