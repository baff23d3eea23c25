import { ActionIcon, SegmentedControl, Select, Table, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import type { Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ItemSearch } from '../../parts/item-search.js';
import { QuantityInput } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useSendOnce } from '../../state/send-once.js';
import { useForm } from '../../state/use-form.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import type { Variant } from '../../types.js';
import { readStores, requestTransfer, type Transfer } from './calls.js';

type Line = { variant_id: string; name: string; sku: string; unit: string; quantity: Typed };
type Props = { onClose: () => void; onSaved: (transfer: Transfer) => void };

const newLine = (variant: Variant): Line => ({
  variant_id: variant.id,
  name: variantName(variant),
  sku: variant.sku,
  unit: 'unit' in variant ? String(variant.unit ?? 'piece') : 'piece',
  quantity: 1,
});

/** Requests goods of another store for this one, or announces goods of this store to another. */
export function NewTransfer(props: Props): ReactNode {
  const t = useT();
  const form = useTransferForm(props);
  const { draft } = form;
  const isComplete = draft.lines.every(({ quantity }) => Number(quantity) > 0);
  return (
    <FormDialog
      title={t('transfers.new')}
      size="lg"
      submit={t('transfers.request')}
      isReady={
        draft.store !== undefined && draft.other !== null && draft.lines.length > 0 && isComplete
      }
      {...form.dialog}
    >
      <StoreField value={draft.store} onChange={store => form.set({ store })} />
      <SegmentedControl
        aria-label={t('transfers.direction')}
        orientation="vertical"
        value={draft.direction}
        onChange={direction => form.set({ direction: direction as 'in' | 'out' })}
        data={[
          { value: 'in', label: t('transfers.get') },
          { value: 'out', label: t('transfers.give') },
        ]}
      />
      <OtherStore
        {...form.field('other')}
        own={draft.store}
        error={form.errorOf('from_store') ?? form.errorOf('to_store')}
      />
      <ItemSearch
        isTaken={id => draft.lines.some(line => line.variant_id === id)}
        onPick={variant => form.set({ lines: [...draft.lines, newLine(variant)] })}
      />
      {draft.lines.length > 0 && (
        <Lines lines={draft.lines} onChange={lines => form.set({ lines })} errorOf={form.errorOf} />
      )}
      <Textarea label={t('transfers.notes')} autosize maxLength={1000} {...form.text('notes')} />
    </FormDialog>
  );
}

function useTransferForm({ onClose, onSaved }: Props) {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const sendOnce = useSendOnce();
  return useForm({
    start: () => ({
      store: store?.code,
      direction: 'in' as 'in' | 'out',
      other: null as string | null,
      notes: '',
      lines: [] as Line[],
    }),
    save: async draft => {
      const [own, other] = [draft.store ?? '', draft.other ?? ''];
      const isIn = draft.direction === 'in';
      const lines = draft.lines.map(({ variant_id, quantity }) => ({
        variant_id,
        quantity: Number(quantity),
      }));
      const body = {
        from_store: isIn ? other : own,
        to_store: isIn ? own : other,
        notes: draft.notes,
        lines,
      };
      const saved = await sendOnce(body, key => requestTransfer(api, body, key));
      onSaved(saved);
      return saved;
    },
    changes: [['transfers']],
    done: ({ number }) => t('transfers.requested', { number }),
    onClose,
  });
}

/** Every store of the chain, also those that the reader does not manage. */
function OtherStore(props: {
  value: string | null;
  onChange: (code: string | null) => void;
  own: string | undefined;
  error?: string;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const stores = useQuery({ queryKey: ['transfer-stores'], queryFn: () => readStores(api) });
  return (
    <Select
      label={t('transfers.other')}
      searchable
      allowDeselect={false}
      data={(stores.data ?? [])
        .filter(({ code }) => code !== props.own)
        .map(({ code, name }) => ({ value: code, label: name }))}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
    />
  );
}

function Lines(props: {
  lines: Line[];
  onChange: (lines: Line[]) => void;
  errorOf: (field: string) => string | undefined;
}): ReactNode {
  const { lines, onChange, errorOf } = props;
  const t = useT();
  return (
    <Table className="desk-table" verticalSpacing={6} aria-label={t('sales.tab.lines')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('stock.item')}</Table.Th>
          <Table.Th data-end>{t('orders.quantity')}</Table.Th>
          <Table.Th aria-label={t('list.actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, index) => (
          <Table.Tr key={line.variant_id}>
            <Table.Td>
              <Item name={line.name} sku={line.sku} />
            </Table.Td>
            <Table.Td data-end>
              <QuantityInput
                size="xs"
                w={90}
                ml="auto"
                unit={line.unit}
                aria-label={t('transfers.quantityOf', { name: line.name })}
                value={line.quantity}
                onChange={quantity => onChange(lines.with(index, { ...line, quantity }))}
                error={errorOf(`lines.${index}.quantity`)}
              />
            </Table.Td>
            <Table.Td data-end>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('transfers.removeLine', { name: line.name })}
                onClick={() => onChange(lines.toSpliced(index, 1))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
