import { Drawer, SegmentedControl } from '@mantine/core';
import { IconReport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Shift } from '../../types.js';
import { ShiftReport } from './shift-report.js';

const FILTERS = ['all', 'open', 'closed'] as const;
type Filter = (typeof FILTERS)[number];

export default function Shifts(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [filter, setFilter] = useState<Filter>('all');
  const [opened, setOpened] = useState<Shift>();
  const columns = useColumns();
  const pages = usePages(['shifts', store?.code, filter], cursor =>
    api.GET('/cash-management/shifts/', {
      params: {
        query: { store: store?.code, status: filter === 'all' ? undefined : filter, cursor },
      },
    }),
  );
  return (
    <Page
      title={t('nav.shifts')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('list.status')}
          value={filter}
          onChange={value => setFilter(value as Filter)}
          data={FILTERS.map(value => ({ value, label: t(`shifts.filter.${value}`) }))}
        />
      }
    >
      <Panel isFlush>
        <PagedTable
          label={t('nav.shifts')}
          pages={pages}
          columns={columns}
          keyOf={shift => shift.id}
          onOpen={setOpened}
          selected={opened?.id}
          empty={
            <Empty
              icon={<IconReport size={28} />}
              title={t('shifts.none')}
              text={t('shifts.none.text')}
            />
          }
        />
      </Panel>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="md"
        title={opened && t('shifts.detail', { terminal: opened.terminal_id })}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {opened && <ShiftReport shift={opened} />}
      </Drawer>
    </Page>
  );
}

function useColumns(): Column<Shift>[] {
  const t = useT();
  const format = useFormat();
  const { store } = useDesk();
  const place: Column<Shift>[] =
    store === undefined
      ? [{ head: t('store.one'), from: 'md', cell: shift => shift.store_name }]
      : [];
  return [
    { head: t('shifts.terminal'), cell: shift => shift.terminal_id },
    ...place,
    { head: t('list.status'), cell: shift => <StatusTag status={shift.status} /> },
    { head: t('shifts.day'), from: 'xs', cell: shift => format.date(noonOf(shift.business_date)) },
    { head: t('shifts.openedBy'), from: 'md', cell: shift => shift.opened_by_name ?? '—' },
    {
      head: t('shifts.expected'),
      isFigure: true,
      from: 'sm',
      cell: shift =>
        shift.expected_amount === null ? '—' : format.money(shift.expected_amount, shift.currency),
    },
    {
      head: t('shifts.variance'),
      isFigure: true,
      cell: shift => (shift.variance === null ? '—' : format.money(shift.variance, shift.currency)),
    },
  ];
}
