import { Group, TextInput } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import type { LiabilityRow } from '../../types.js';

/** The day in UTC, as the report counts. */
const today = (): string => new Date().toISOString().slice(0, 10);

/** What is owed per kind and currency at the end of a day. */
export function Liability(): ReactNode {
  const t = useT();
  const api = useApi();
  const [date, setDate] = useState(today);
  const report = useQuery({
    queryKey: ['liability', date],
    queryFn: async () =>
      (await answer(api.GET('/value-accounts/liability/', { params: { query: { date } } })))
        .liabilities,
    enabled: date !== '',
  });
  return (
    <>
      <Group mb="md">
        <TextInput
          type="date"
          label={t('value.day')}
          description={t('value.day.hint')}
          max={today()}
          value={date}
          onChange={event => setDate(event.currentTarget.value)}
        />
      </Group>
      <Panel isFlush>
        <Show
          query={report}
          empty={<Empty icon={<IconScale size={28} />} title={t('value.liability.none')} />}
        >
          {rows => <Table rows={rows} />}
        </Show>
      </Panel>
    </>
  );
}

function Table({ rows }: { rows: LiabilityRow[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const amount = (row: LiabilityRow, value: string): string =>
    row.currency === null ? format.number(Number(value)) : format.money(value, row.currency);
  const columns: Column<LiabilityRow>[] = [
    {
      head: t('value.kind'),
      cell: ({ kind, currency }) => [t(`value.kind.${kind}`), currency].filter(Boolean).join(' · '),
    },
    {
      head: t('value.accounts'),
      isFigure: true,
      from: 'sm',
      cell: row => format.number(row.accounts),
    },
    {
      head: t('value.added'),
      isFigure: true,
      from: 'xs',
      cell: row => amount(row, row.issued),
    },
    {
      head: t('value.redeemed'),
      isFigure: true,
      from: 'xs',
      cell: row => amount(row, row.redeemed),
    },
    { head: t('value.expired'), isFigure: true, from: 'sm', cell: row => amount(row, row.expired) },
    {
      head: t('value.owed'),
      isFigure: true,
      cell: row => <strong>{amount(row, row.balance)}</strong>,
    },
  ];
  return (
    <DataTable
      label={t('value.liability')}
      rows={rows}
      columns={columns}
      keyOf={({ kind, currency }) => `${kind}-${currency ?? ''}`}
    />
  );
}
