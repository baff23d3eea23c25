import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { saveFile } from '../../../shared/save-file.js';
import { useStatusText } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { ColumnsButton } from './columns.js';
import { MoreFilters } from './more-filters.js';
import { ORDERINGS, type Ordering, STATUSES, useFilters } from './use-filters.js';
import { ViewsButton } from './views.js';

const NUMBER = /^TXN-\d{8}-[0-9A-F]{8}$/i;

/** Search, filters, order and export of the list of sales. */
export function Filters(): ReactNode {
  const t = useT();
  const textOf = useStatusText();
  const { may } = useDesk();
  const { query, set } = useFilters();
  const orderText: Record<Ordering, string> = {
    '-created_at': t('sales.order.newest'),
    created_at: t('sales.order.oldest'),
    '-totalAmount': t('sales.order.largest'),
    totalAmount: t('sales.order.smallest'),
  };
  return (
    <Group gap="xs" align="flex-end">
      <Find />
      <Select
        size="sm"
        w={190}
        aria-label={t('list.status')}
        placeholder={t('sales.anyStatus')}
        data={STATUSES.map(value => ({ value, label: textOf(value) }))}
        value={query.status ?? null}
        onChange={status => set({ status })}
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
      />
      <Select
        size="sm"
        w={180}
        aria-label={t('sales.order')}
        data={ORDERINGS.map(value => ({ value, label: orderText[value] }))}
        value={query.ordering}
        onChange={order => set({ order })}
        allowDeselect={false}
      />
      <MoreFilters />
      <ColumnsButton />
      <ViewsButton />
      {may('report.read') && <Export />}
    </Group>
  );
}

/** A whole number opens its sale; other text filters the list. */
function Find(): ReactNode {
  const t = useT();
  const [, go] = useLocation();
  const { query, set } = useFilters();
  const [wanted, setWanted] = useState(query.search ?? '');
  const find = (event: FormEvent): void => {
    event.preventDefault();
    const text = wanted.trim();
    if (NUMBER.test(text)) go(`/transactions/${text.toUpperCase()}`);
    else set({ search: text });
  };
  return (
    <form onSubmit={find}>
      <TextInput
        size="sm"
        w={210}
        aria-label={t('sales.find')}
        placeholder={t('sales.find')}
        leftSection={<IconSearch size={16} />}
        value={wanted}
        onChange={event => {
          const { value } = event.currentTarget;
          setWanted(value);
          if (value === '') set({ search: null });
        }}
      />
    </form>
  );
}

function Export(): ReactNode {
  const t = useT();
  const api = useApi();
  const { query } = useFilters();
  const download = useAction(
    () =>
      saveFile(
        api.GET('/transactions/export/', {
          params: { query },
          parseAs: 'blob',
        }),
        'transactions.csv',
      ),
    { changes: [] },
  );
  return (
    <Button
      variant="default"
      size="sm"
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t('export.open')}
    </Button>
  );
}
