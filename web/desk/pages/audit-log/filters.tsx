import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useEntryText } from '../../parts/history/entry-text.js';
import { StoreSelect } from '../../parts/store-select.js';
import { useT } from '../../texts/index.js';
import { type FilterName, useFilters } from './use-filters.js';

/** Records with a page or a form of their own; any other can be typed into the URL. */
const TYPES = [
  'products',
  'product-variants',
  'prices',
  'price-lists',
  'promotions',
  'stores',
  'users',
  'customers',
  'transactions',
  'refunds',
  'returns',
  'inventory-levels',
  'purchase-orders',
  'suppliers',
  'transfers',
  'stock-counts',
  'roles',
  'shipping-zones',
  'tax-rates',
  'payment-methods',
  'terminals',
  'mail-templates',
  'webhook-endpoints',
  'shifts',
  'cash-drawer',
  'login',
];

const ACTIONS = ['create', 'update', 'delete', 'void', 'login', 'login_failed', 'password_reset'];

export function Filters(): ReactNode {
  const t = useT();
  const text = useEntryText();
  const { filters, set } = useFilters();
  const type = filters.record?.split('/')[0] ?? null;
  const types = type === null || TYPES.includes(type) ? TYPES : [...TYPES, type];
  return (
    <Group gap="xs" align="flex-end">
      <Select
        size="sm"
        w={200}
        label={t('audit.record')}
        placeholder={t('audit.any')}
        data={types.map(value => ({ value, label: text.type(value) }))}
        value={type}
        onChange={value => set({ record: value === null ? '' : `${value}/` })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
      />
      <Select
        size="sm"
        w={170}
        label={t('audit.action')}
        placeholder={t('audit.any')}
        data={ACTIONS.map(value => ({ value, label: text.action(value) }))}
        value={filters.action ?? null}
        onChange={value => set({ action: value ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
      />
      <StoreSelect
        size="sm"
        w={200}
        placeholder={t('audit.any')}
        value={filters.store ?? null}
        onPick={store => set({ store: store ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
      />
      <Typed />
    </Group>
  );
}

/** Fields that apply when they are complete, not at every key. */
function Typed(): ReactNode {
  const t = useT();
  const { filters, set } = useFilters();
  const [typed, setTyped] = useState({
    q: filters.q ?? '',
    actor: filters.actor ?? '',
    from: filters.from ?? '',
    to: filters.to ?? '',
  });
  const field = (name: FilterName & keyof typeof typed) => ({
    size: 'sm' as const,
    label: t(`audit.filter.${name}`),
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped(before => ({ ...before, [name]: value })),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    set({ ...typed, q: typed.q.trim(), actor: typed.actor.trim() });
  };
  return (
    <Group component="form" gap="xs" align="flex-end" onSubmit={submit}>
      <TextInput
        type="search"
        w={220}
        maxLength={100}
        placeholder={t('audit.filter.q.hint')}
        {...field('q')}
      />
      <TextInput w={170} {...field('actor')} />
      <TextInput type="date" max={typed.to} {...field('from')} />
      <TextInput type="date" min={typed.from} {...field('to')} />
      <Button type="submit" variant="default" size="sm">
        {t('sales.filter.apply')}
      </Button>
    </Group>
  );
}
