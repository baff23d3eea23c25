import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DayFields, useFilterForm } from '../../parts/filter-form.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useUrlFilters } from '../../state/use-url-filters.js';
import { useT } from '../../texts/index.js';
import type { ListedExchange } from '../../types.js';

const FILTERS = ['date_from', 'date_to', 'employee'] as const;

/** What tills exchanged, with links to the old and the new sale. */
export function Exchanges(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const { values: filters } = useUrlFilters(FILTERS);
  const pages = usePages(['exchanges', store?.code, filters], cursor =>
    api.GET('/exchanges/', { params: { query: { ...filters, store: store?.code, cursor } } }),
  );
  const columns = useColumns();
  return (
    <Stack>
      <FilterForm />
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

function FilterForm(): ReactNode {
  const t = useT();
  const filters = useUrlFilters(FILTERS);
  const { values, field, submit } = useFilterForm(FILTERS, filters.values, filters.set);
  return (
    <Group component="form" align="flex-end" gap="xs" onSubmit={submit}>
      <DayFields values={values} field={field} />
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
