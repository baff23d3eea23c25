import { Button, Group, Stack, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { dayOf } from '../../../shared/clock.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { DataTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { History } from '../../parts/history/index.js';
import { Item } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder } from '../../types.js';
import { OrderForm } from './order-form.js';
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

const isOver = ({ status }: PurchaseOrder): boolean => ACTIONS[status].length === 0;
const isComing = ({ status }: PurchaseOrder): boolean =>
  status === 'submitted' || status === 'partially_received';

/** An order is late after the end of its expected date, in the store's time zone. */
export function useIsLate(): (order: PurchaseOrder) => boolean {
  const { storeOf } = useDesk();
  return order =>
    isComing(order) &&
    order.expected_date !== null &&
    order.expected_date < dayOf(new Date(), storeOf(order.store)?.time_zone ?? 'UTC');
}

export function OrderDetail(props: { order: PurchaseOrder; onGone: () => void }): ReactNode {
  const { order, onGone } = props;
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
      <OrderActions order={order} onGone={onGone} />
      <DataTable
        label={t('sales.tab.lines')}
        rows={order.lines}
        keyOf={line => line.id}
        columns={[
          {
            head: t('stock.item'),
            cell: line => <Item name={descriptionOf(line)} sku={line.sku} />,
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
            cell: line =>
              line.line_total === null ? '—' : format.money(line.line_total, order.currency),
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
      <History type="purchase-orders" id={order.id} />
    </Stack>
  );
}

function OrderActions(props: { order: PurchaseOrder; onGone: () => void }): ReactNode {
  const { order, onGone } = props;
  const t = useT();
  const { may } = useDesk();
  const [open, setOpen] = useState<'receive' | 'edit' | 'close' | 'cancel'>();
  const act = useMove(order, () => setOpen(undefined));
  const close = (): void => setOpen(undefined);
  const isManager = may('procurement.manage');
  const ask = (action: Action): void =>
    action === 'submit' ? act.mutate(action) : setOpen(action);
  return (
    <Group gap="xs">
      {isComing(order) && may('delivery.manage') && (
        <Button size="xs" onClick={() => setOpen('receive')}>
          {t('orders.receive')}
        </Button>
      )}
      {(isManager ? ACTIONS[order.status] : []).map(action => (
        <Button
          key={action}
          size="xs"
          variant={action === 'submit' ? 'filled' : 'default'}
          loading={act.isPending && act.variables === action}
          onClick={() => ask(action)}
        >
          {t(`orders.${action}`)}
        </Button>
      ))}
      {isManager && !isOver(order) && (
        <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
          {t('orders.edit')}
        </Button>
      )}
      {isManager && order.status === 'draft' && <Remove order={order} onDone={onGone} />}
      {open === 'receive' && <Receive order={order} onClose={close} />}
      {open === 'edit' && <OrderForm order={order} onClose={close} />}
      {(open === 'close' || open === 'cancel') && (
        <FormDialog
          title={t(`orders.${open}.title`, { number: order.po_number })}
          isOpen
          onClose={close}
          submit={t(`orders.${open}`)}
          isDestructive={open === 'cancel'}
          onSubmit={() => act.mutate(open)}
          isBusy={act.isPending}
        >
          {t(`orders.${open}.text`)}
        </FormDialog>
      )}
    </Group>
  );
}

function useMove(order: PurchaseOrder, onDone: () => void) {
  const t = useT();
  const api = useApi();
  return useAction(
    (action: Action) =>
      answer(
        api.POST(`/procurement/purchase-orders/{id}/${action}/`, {
          params: { path: { id: order.id } },
        }),
      ),
    {
      changes: [['orders']],
      done: (_answer, action) => t(`orders.did.${action}`, { number: order.po_number }),
      onDone,
    },
  );
}

/** Only drafts can be deleted; ordered ones are cancelled or closed. */
function Remove({ order, onDone }: { order: PurchaseOrder; onDone: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const name = order.po_number;
  return (
    <DeleteButton
      name={name}
      text={t('orders.delete.text')}
      run={() =>
        answer(
          api.DELETE('/procurement/purchase-orders/{id}/', { params: { path: { id: order.id } } }),
        )
      }
      changes={[['orders']]}
      onDone={onDone}
      size="xs"
    />
  );
}
