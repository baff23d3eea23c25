import { Group, Select, TextInput } from '@mantine/core';
import { IconReceipt, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { StatusTag, useStatusText } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { SaleRow, SaleStatus } from '../../types.js';
import { SaleDrawer } from './sale-drawer.js';

const STATUSES: SaleStatus[] = [
  'pending',
  'payment_requires_action',
  'partially_paid',
  'completed',
  'partially_refunded',
  'refunded',
  'expired',
  'voided',
];

const ORDERINGS = ['-created_at', 'created_at', '-totalAmount', 'totalAmount'] as const;
type Ordering = (typeof ORDERINGS)[number];

export default function Transactions(): ReactNode {
  const t = useT();
  const { id } = useParams<{ id?: string }>();
  const [location, go] = useLocation();
  const [search] = useSearchParams();
  // Keeps the filters in the URL while a sale is open.
  const to = (path: string): string => (search.size === 0 ? path : `${path}?${search}`);
  return (
    <Page title={t('nav.transactions')} actions={<Filters />}>
      <Panel isFlush>
        <List selected={id} onOpen={sale => go(to(`/transactions/${sale}`))} />
      </Panel>
      <SaleDrawer
        id={id}
        onClose={() => {
          if (location !== '/transactions') go(to('/transactions'));
        }}
      />
    </Page>
  );
}

function useFilters() {
  const [search, setSearch] = useSearchParams();
  const status = STATUSES.find(one => one === search.get('status'));
  const ordering = ORDERINGS.find(one => one === search.get('order')) ?? '-created_at';
  const set = (name: string, value: string | null): void =>
    setSearch(
      before => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { status, ordering, set };
}

function Filters(): ReactNode {
  const t = useT();
  const textOf = useStatusText();
  const [, go] = useLocation();
  const { status, ordering, set } = useFilters();
  const [wanted, setWanted] = useState('');
  const orderText: Record<Ordering, string> = {
    '-created_at': t('sales.order.newest'),
    created_at: t('sales.order.oldest'),
    '-totalAmount': t('sales.order.largest'),
    totalAmount: t('sales.order.smallest'),
  };
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (wanted.trim() !== '') go(`/transactions/${encodeURIComponent(wanted.trim())}`);
  };
  return (
    <Group gap="xs" align="flex-end">
      <form onSubmit={open}>
        <TextInput
          size="sm"
          w={210}
          aria-label={t('sales.find')}
          placeholder={t('sales.find')}
          leftSection={<IconSearch size={16} />}
          value={wanted}
          onChange={event => setWanted(event.currentTarget.value)}
        />
      </form>
      <Select
        size="sm"
        w={190}
        aria-label={t('list.status')}
        placeholder={t('sales.anyStatus')}
        data={STATUSES.map(value => ({ value, label: textOf(value) }))}
        value={status ?? null}
        onChange={value => set('status', value)}
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
      />
      <Select
        size="sm"
        w={150}
        aria-label={t('sales.order')}
        data={ORDERINGS.map(value => ({ value, label: orderText[value] }))}
        value={ordering}
        onChange={value => set('order', value)}
        allowDeselect={false}
      />
    </Group>
  );
}

function List(props: { selected: string | undefined; onOpen: (id: string) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { store, storeOf } = useDesk();
  const { status, ordering } = useFilters();
  const pages = usePages(['transactions', store?.code, status, ordering], cursor =>
    api.GET('/transactions/', {
      params: { query: { store: store?.code, status, ordering, cursor, limit: 50 } },
    }),
  );
  const columns: Column<SaleRow>[] = [
    { head: t('sales.number'), cell: sale => sale.transactionId },
    { head: t('list.status'), cell: sale => <StatusTag status={sale.status} /> },
    ...(store === undefined
      ? [
          {
            head: t('store.one'),
            from: 'sm' as const,
            cell: (sale: SaleRow) => storeOf(sale.store)?.name ?? '',
          },
        ]
      : []),
    { head: t('list.time'), from: 'xs', cell: sale => format.dateTime(sale.created_at) },
    {
      head: t('list.total'),
      isFigure: true,
      cell: sale => format.money(sale.totalAmount, storeOf(sale.store)?.currency),
    },
  ];
  return (
    <PagedTable
      label={t('nav.transactions')}
      pages={pages}
      columns={columns}
      keyOf={sale => sale.transactionId}
      onOpen={sale => props.onOpen(sale.transactionId)}
      selected={props.selected}
      empty={
        <Empty
          icon={<IconReceipt size={28} />}
          title={t('sales.none')}
          text={t('sales.none.text')}
        />
      }
    />
  );
}
