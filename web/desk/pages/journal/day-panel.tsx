import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useT } from '../../texts/index.js';
import type { GetResponse, Store } from '../../types.js';
import { EntryDrawer } from './entry-drawer.js';

export type Day = GetResponse<'/reports/journal/'>['days'][number];
export type Entry = Day['entries'][number];

/** The entries of a day with their sums; each opens the sales behind it. */
export function DayPanel({ day, store }: { day: Day; store: Store }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [opened, setOpened] = useState<Entry>();
  const money = (amount: string): string => format.money(amount, day.currency);
  const about = (entry: Entry): string =>
    [
      t(`journal.kind.${entry.kind}`),
      entry.rate === null ? undefined : format.percent(Number(entry.rate), 2),
      entry.country ?? undefined,
      entry.method ?? undefined,
    ]
      .filter(Boolean)
      .join(' · ');
  const columns: Column<Entry>[] = [
    { head: t('journal.entry'), cell: about },
    { head: t('journal.account'), from: 'xs', cell: entry => entry.account },
    {
      head: t('journal.debit'),
      isFigure: true,
      cell: ({ debit }) => (Number(debit) === 0 ? '' : money(debit)),
    },
    {
      head: t('journal.credit'),
      isFigure: true,
      cell: ({ credit }) => (Number(credit) === 0 ? '' : money(credit)),
    },
  ];
  const date = format.date(`${day.date}T12:00:00Z`);
  return (
    <Panel
      isFlush
      title={date}
      aside={
        <SalesLink
          filter={{ date_from: day.date, date_to: day.date, currency: day.currency }}
          label={t('journal.sales.of', { date })}
        >
          {t('journal.sales')}
        </SalesLink>
      }
    >
      <DataTable
        label={date}
        rows={day.entries}
        columns={columns}
        keyOf={entry => `${entry.kind} ${entry.rate} ${entry.country} ${entry.method}`}
        onOpen={setOpened}
      />
      <p className="desk-sum">
        {t('journal.sum', { debit: money(day.debit), credit: money(day.credit) })}
      </p>
      {opened !== undefined && (
        <EntryDrawer
          store={store}
          day={day}
          entry={opened}
          title={`${about(opened)} · ${date}`}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}
