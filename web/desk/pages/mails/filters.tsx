import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useStatusText } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { MailState } from '../../types.js';
import { type FilterName, useFilters } from './use-filters.js';
import { KINDS, useKindText } from './use-kind-text.js';

const STATES: readonly MailState[] = ['sent', 'waiting', 'failed', 'refused', 'kept'];

export function Filters(): ReactNode {
  const t = useT();
  const kindText = useKindText();
  const statusText = useStatusText();
  const { values, set } = useFilters();
  return (
    <Group gap="xs" align="flex-end">
      <Select
        size="sm"
        w={230}
        label={t('sentMails.kind')}
        placeholder={t('audit.any')}
        data={KINDS.map(value => ({ value, label: kindText(value) }))}
        value={values.kind ?? null}
        onChange={kind => set({ kind })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
      />
      <Select
        size="sm"
        w={190}
        label={t('list.status')}
        placeholder={t('audit.any')}
        data={STATES.map(value => ({ value, label: statusText(value) }))}
        value={values.state ?? null}
        onChange={state => set({ state })}
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
      />
      {/* A link to another list starts the fields anew. */}
      <Typed key={`${values.search} ${values.transaction}`} />
    </Group>
  );
}

/** Fields that apply when they are complete, not at every key. */
function Typed(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const { values, set } = useFilters();
  const [typed, setTyped] = useState({
    search: values.search ?? '',
    transaction: values.transaction ?? '',
  });
  const field = (name: FilterName & keyof typeof typed) => ({
    size: 'sm' as const,
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped(before => ({ ...before, [name]: value })),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    set({ search: typed.search.trim(), transaction: typed.transaction.trim() });
  };
  return (
    <Group component="form" gap="xs" align="flex-end" onSubmit={submit}>
      {may('customer.read') && (
        <TextInput w={210} label={t('sentMails.address')} maxLength={254} {...field('search')} />
      )}
      <TextInput w={220} label={t('sentMails.sale')} maxLength={300} {...field('transaction')} />
      <Button type="submit" variant="default" size="sm">
        {t('sales.filter.apply')}
      </Button>
    </Group>
  );
}
