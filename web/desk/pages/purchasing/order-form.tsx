import { Autocomplete, Group, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all, answer, once } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useDraftKey } from '../../state/use-draft-key.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder } from '../../types.js';
import { draftLine, lineRequest, OrderLines } from './order-lines.js';

type Props = {
  order?: PurchaseOrder;
  onClose: () => void;
  onSaved?: (order: PurchaseOrder) => void;
};

/** Creates or edits an order. Once ordered, only reference, date and notes can change. */
export function OrderForm({ order, onClose, onSaved }: Props): ReactNode {
  const t = useT();
  const { stores } = useDesk();
  const isOrdered = order !== undefined && order.status !== 'draft';
  const form = useOrderForm({ order, onClose, onSaved }, isOrdered);
  const { draft } = form;
  const isComplete = draft.lines.every(
    ({ quantity, cost }) => Number(quantity) >= 1 && String(cost) !== '',
  );
  return (
    <FormDialog
      title={order?.po_number ?? t('orders.new')}
      size="xl"
      submit={t(order === undefined ? 'orders.create' : 'app.save')}
      isReady={
        draft.vendor_name.trim() !== '' &&
        draft.store !== undefined &&
        draft.lines.length > 0 &&
        isComplete
      }
      {...form.dialog}
    >
      {order === undefined && (
        <StoreField value={draft.store} onChange={store => form.set({ store })} />
      )}
      <Group grow align="flex-start">
        <VendorField {...form.field('vendor_name')} disabled={isOrdered} />
        <TextInput
          label={t('orders.reference')}
          maxLength={100}
          {...form.text('vendor_reference')}
        />
        <TextInput type="date" label={t('orders.expected')} {...form.text('expected_date')} />
      </Group>
      {!isOrdered && (
        <OrderLines
          {...form.field('lines')}
          errorOf={form.errorOf}
          currency={stores.find(({ code }) => code === draft.store)?.currency}
        />
      )}
      <Textarea label={t('orders.notes')} autosize {...form.text('notes')} />
    </FormDialog>
  );
}

function useOrderForm({ order, onClose, onSaved }: Props, isOrdered: boolean) {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const keyOf = useDraftKey();
  return useForm({
    start: () => ({
      store: order?.store_code ?? store?.code,
      vendor_name: order?.vendor_name ?? '',
      vendor_reference: order?.vendor_reference ?? '',
      expected_date: order?.expected_date ?? '',
      notes: order?.notes ?? '',
      lines: order?.lines.map(draftLine) ?? [],
    }),
    record: order && {
      type: 'purchase-orders',
      id: order.id,
      path: `/procurement/purchase-orders/${order.id}/`,
      shown: order,
    },
    save: async (draft, condition) => {
      const notes = {
        vendor_reference: draft.vendor_reference,
        expected_date: draft.expected_date === '' ? null : draft.expected_date,
        notes: draft.notes,
      };
      const goods = { vendor_name: draft.vendor_name.trim(), lines: draft.lines.map(lineRequest) };
      const saved = await (order === undefined
        ? answer(
            api.POST('/procurement/purchase-orders/', {
              body: { store: draft.store ?? '', ...goods, ...notes },
              ...once(keyOf(draft)),
            }),
          )
        : answer(
            api.PATCH('/procurement/purchase-orders/{id}/', {
              params: { path: { id: order.id } },
              body: { ...notes, ...(!isOrdered && goods) },
              ...condition,
            }),
          ));
      onSaved?.(saved);
      return saved;
    },
    changes: [['orders']],
    done: ({ po_number: number }) => t('orders.saved', { number }),
    onClose,
  });
}

/** The suppliers by name; an order of an unknown one keeps the name that is typed. */
function VendorField(props: {
  value: string;
  onChange: (name: string) => void;
  error?: string;
  disabled: boolean;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const known = useQuery({
    queryKey: ['suppliers', 'names'],
    queryFn: () =>
      all(cursor =>
        api.GET('/suppliers/', { params: { query: { is_archived: false, limit: 200, cursor } } }),
      ),
    select: suppliers => suppliers.map(({ name }) => name),
  });
  return (
    <Autocomplete
      label={t('orders.vendor')}
      data-autofocus
      openOnFocus={false}
      maxLength={255}
      limit={50}
      data={known.data ?? []}
      {...props}
    />
  );
}
