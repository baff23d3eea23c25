import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ListedExchange } from '../../types.js';

const FILTERS = ['date_from', 'date_to', 'employee'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** What tills exchanged, with links to the old and the new sale. */
export function Exchanges(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [params] = useSearchParams();
  const filters: Filters = Object.fromEntries(
    FILTERS.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
  const pages = usePages(['exchanges', store?.code, filters], cursor =>
    api.GET('/exchanges/', { params: { query: { ...filters, store: store?.code, cursor } } }),
  );
  const columns = useColumns();
  return (
    <Stack>
      <FilterForm filters={filters} />
      <Panel isFlush>
        <PagedTable
          label={t('returns.part.exchanges')}
          pages={pages}
          columns={columns}
          keyOf={one => one.id}
          empty={
            <Empty
              icon={<IconArrowsExchange size={28} />}
              title={t('exchanges.none')}
              text={t('exchanges.none.text')}
            />
          }
        />
      </Panel>
    </Stack>
  );
}

/** The filters are in the URL, so that a link shows the same list. */
function FilterForm({ filters }: { filters: Filters }): ReactNode {
  const t = useT();
  const [, setParams] = useSearchParams();
  const [values, setValues] = useState<Filters>(filters);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setParams(
      Object.fromEntries(
        FILTERS.flatMap(name => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
      ),
      { replace: true },
    );
  };
  const field = (name: (typeof FILTERS)[number]) => ({
    size: 'sm' as const,
    label: t(`sales.filter.${name}`),
    value: values[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues(before => ({ ...before, [name]: value })),
  });
  return (
    <Group component="form" align="flex-end" gap="xs" onSubmit={submit}>
      <TextInput type="date" max={values.date_to} {...field('date_from')} />
      <TextInput type="date" min={values.date_from} {...field('date_to')} />
      <TextInput maxLength={100} {...field('employee')} />
      <Button type="submit" size="sm" variant="default">
        {t('exchanges.find')}
      </Button>
    </Group>
  );
}

function useColumns(): Column<ListedExchange>[] {
  const t = useT();
  const format = useFormat();
  const { store, storeOf } = useDesk();
  return [
    { head: t('exchanges.sales'), isShort: true, cell: one => <Sales one={one} /> },
    {
      head: t('exchanges.cashier'),
      from: 'sm',
      cell: one => (
        <>
          {one.employee_name ?? '—'}
          <Text size="xs" c="dimmed">
            {[
              format.dateTime(one.created_at),
              store === undefined && storeOf(one.store)?.name,
              one.terminal_id,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      head: t('exchanges.returned'),
      isFigure: true,
      from: 'lg',
      cell: one => format.money(one.returned_amount, one.currency),
    },
    {
      head: t('exchanges.total'),
      isFigure: true,
      from: 'lg',
      cell: one => format.money(one.total_amount, one.currency),
    },
    { head: t('exchanges.difference'), isFigure: true, cell: one => <Difference one={one} /> },
  ];
}

function Sales({ one }: { one: ListedExchange }): ReactNode {
  const t = useT();
  const sale = (number: string, name: string): ReactNode => (
    <Link href={`/transactions/${number}`} className="desk-link" aria-label={name}>
      {number}
    </Link>
  );
  return (
    <div style={{ whiteSpace: 'nowrap' }}>
      {sale(one.transaction, t('exchanges.old', { number: one.transaction }))}
      <br />
      {'→ '}
      {sale(one.exchange_transaction, t('exchanges.new', { number: one.exchange_transaction }))}
    </div>
  );
}

function Difference({ one }: { one: ListedExchange }): ReactNode {
  const t = useT();
  const format = useFormat();
  const difference = Number(one.difference);
  if (difference === 0) return t('exchanges.even');
  const amount = format.money(one.difference.replace('-', ''), one.currency);
  return <strong>{t(difference > 0 ? 'exchanges.paid' : 'exchanges.refunded', { amount })}</strong>;
}
