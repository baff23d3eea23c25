import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStatusText } from '../../parts/tag.js';
import { every } from '../../state/every.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder } from '../../types.js';
import { useSuppliers } from './use-supplier.js';

export type Status = PurchaseOrder['status'];

const STATUSES = every<Status>({
  draft: true,
  submitted: true,
  partially_received: true,
  received: true,
  closed: true,
  cancelled: true,
});

const TYPING_MS = 250;

type Filters = Partial<Record<'q' | 'status' | 'supplier', string>>;

/** Text, status and supplier. */
export function OrderFilters(props: {
  filters: Filters;
  onChange: (change: Record<string, string | null>) => void;
}): ReactNode {
  const { filters, onChange } = props;
  const t = useT();
  const statusText = useStatusText();
  const { suppliers } = useSuppliers();
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('list.clear') } };
  return (
    <Group gap="sm" align="flex-end">
      <SearchField value={filters.q ?? ''} onChange={q => onChange({ q })} />
      <Select
        aria-label={t('list.status')}
        placeholder={t('products.anyStatus')}
        flex="1 1 150px"
        maw={220}
        {...clear}
        data={STATUSES.map(value => ({ value, label: statusText(value) }))}
        value={filters.status ?? null}
        onChange={status => onChange({ status })}
      />
      <Select
        aria-label={t('products.supplier')}
        placeholder={t('products.anySupplier')}
        flex="1 1 160px"
        maw={240}
        searchable
        {...clear}
        data={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.supplier ?? null}
        onChange={supplier => onChange({ supplier })}
      />
    </Group>
  );
}

function SearchField(props: { value: string; onChange: (q: string) => void }): ReactNode {
  const { value, onChange } = props;
  const t = useT();
  const [text, setText] = useState(value);
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the filter
  useEffect(() => {
    if (q !== value) onChange(q);
  }, [q]);
  return (
    <TextInput
      type="search"
      flex="1 1 220px"
      maw={340}
      aria-label={t('orders.search')}
      placeholder={t('orders.search.hint')}
      leftSection={<IconSearch size={16} />}
      maxLength={100}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
    />
  );
}
