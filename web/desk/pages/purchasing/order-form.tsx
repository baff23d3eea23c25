import { Autocomplete, Group, Textarea, TextInput } from '@mantine/core';
import type { paths } from '@tillhouse/client';
import { answer, once } from '@tillhouse/client';
import { type ReactNode, useRef } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useSendOnce } from '../../state/send-once.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { BodyOf, PurchaseOrder, Supplier } from '../../types.js';
import { type FilledLine, filledLine, type Line, lineRequest } from './fill-lines.js';
import { draftLine, OrderLines } from './order-lines.js';
import { supplierNamed, useArticles, useSuppliers } from './use-supplier.js';

type Props = {
  order?: PurchaseOrder;
  onClose: () => void;
  onSaved?: (order: PurchaseOrder) => void;
};

/** Creates or edits an order. Once ordered, only reference, date and notes can change. */
export function OrderForm({ order, onClose, onSaved }: Props): ReactNode {
  const t = useT();
  const isOrdered = isPlaced(order);
  const known = useSuppliers();
  const { suppliers } = known;
  const { form, filled, currency, reading } = useOrderForm({ order, onClose, onSaved }, suppliers);
  const { draft } = form;
  // A placed order keeps its supplier and lines.
  const pending = isOrdered ? [] : [known, ...reading].filter(({ isRead }) => !isRead);
  const failed = pending.filter(({ error }) => error !== null);
  const isComplete = filled.every(
    ({ quantity, cost }) => Number(quantity) > 0 && String(cost) !== '',
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
        (isOrdered || isComplete) &&
        pending.length === 0
      }
      {...form.dialog}
    >
      {order === undefined && (
        <StoreField value={draft.store} onChange={store => form.set({ store })} />
      )}
      <Group grow align="flex-start">
        <VendorField
          {...form.field('vendor_name')}
          disabled={isOrdered}
          suppliers={suppliers}
          currency={currency}
        />
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
          filled={filled}
          errorOf={form.errorOf}
          currency={currency}
        />
      )}
      {failed[0] !== undefined && (
        <Failed error={failed[0].error} onRetry={() => failed.map(({ retry }) => retry())} />
      )}
      <Textarea label={t('orders.notes')} autosize {...form.text('notes')} />
    </FormDialog>
  );
}

const followsSupplier = (line: Line | undefined): boolean =>
  line !== undefined && (line.quantity === undefined || line.cost === undefined);

const isPlaced = (order: PurchaseOrder | undefined): boolean =>
  order !== undefined && order.status !== 'draft';

function useOrderForm({ order, onClose, onSaved }: Props, suppliers: readonly Supplier[]) {
  const t = useT();
  const api = useApi();
  const { store, stores } = useDesk();
  const sendOnce = useSendOnce();
  // The lines as they are sent; what nobody typed follows from supplier and store.
  const filled = useRef<readonly FilledLine[]>([]);
  const create = (body: BodyOf<paths['/procurement/purchase-orders/']['post']>) =>
    sendOnce(body, key =>
      answer(api.POST('/procurement/purchase-orders/', { body, ...once(key) })),
    );
  const form = useForm({
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
      const goods = {
        supplier: supplierNamed(suppliers, draft.vendor_name)?.id,
        vendor_name: draft.vendor_name.trim(),
        lines: filled.current.map(lineRequest),
      };
      const saved = await (order === undefined
        ? create({ store: draft.store ?? '', ...goods, ...notes })
        : answer(
            api.PATCH('/procurement/purchase-orders/{id}/', {
              params: { path: { id: order.id } },
              body: { ...notes, ...(!isPlaced(order) && goods) },
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
  const { lines, vendor_name: vendor } = form.draft;
  const currency =
    order?.currency ?? stores.find(({ code }) => code === form.draft.store)?.currency;
  const articles = useArticles(
    supplierNamed(suppliers, vendor),
    lines.map(line => line.variant_id),
  );
  filled.current = lines.map((line, index) => filledLine(line, articles[index]?.article, currency));
  // A line whose quantity and cost are typed needs nothing of the supplier.
  const reading = articles.filter((_, index) => followsSupplier(lines[index]));
  return { form, filled: filled.current, currency, reading };
}

/** The suppliers by name; an order of an unknown one keeps the name that is typed. */
function VendorField(props: {
  value: string;
  onChange: (name: string) => void;
  error?: string;
  disabled: boolean;
  suppliers: readonly Supplier[];
  currency: string | undefined;
}): ReactNode {
  const { suppliers, currency, ...field } = props;
  const t = useT();
  const supplier = supplierNamed(suppliers, field.value);
  const isForeign = supplier?.currency != null && supplier.currency !== currency;
  const hint = isForeign
    ? t('orders.vendor.currency', { currency: supplier.currency ?? '' })
    : t('orders.vendor.unknown');
  return (
    <Autocomplete
      label={t('orders.vendor')}
      description={
        field.value.trim() !== '' && (isForeign || supplier === undefined) ? hint : undefined
      }
      data-autofocus
      openOnFocus={false}
      maxLength={255}
      limit={50}
      data={suppliers.filter(one => !one.is_archived).map(({ name }) => name)}
      {...field}
    />
  );
}
