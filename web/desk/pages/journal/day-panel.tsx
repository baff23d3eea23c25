import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { useT } from '../../texts/index.js';
import type { GetResponse } from '../../types.js';

export type Day = GetResponse<'/reports/journal/'>['days'][number];
type Entry = Day['entries'][number];

/** The entries of a day with their sums, and the way to the sales behind them. */
export function DayPanel({ day }: { day: Day }): ReactNode {
  const t = useT();
  const format = useFormat();
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
    { head: t('journal.entry'), cell: entry => <LongText>{about(entry)}</LongText> },
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
        <Link
          href={`/transactions?date_from=${day.date}&date_to=${day.date}`}
          className="desk-link"
          aria-label={t('journal.sales.of', { date })}
        >
          {t('journal.sales')}
        </Link>
      }
    >
      <DataTable
        label={date}
        rows={day.entries}
        columns={columns}
        keyOf={entry => `${entry.kind} ${entry.rate} ${entry.country} ${entry.method}`}
      />
      <p className="desk-sum">
        {t('journal.sum', { debit: money(day.debit), credit: money(day.credit) })}
      </p>
    </Panel>
  );
}
