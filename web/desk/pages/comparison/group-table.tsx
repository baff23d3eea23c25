import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { clockOf } from '../../parts/calendar.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { countedSales, type SalesFilter } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useT } from '../../texts/index.js';
import { GOODS } from '../analytics/figure-links.js';
import { useFieldText } from '../analytics/use-figure.js';
import { Change } from './change.js';
import { type Comparison, type Group, type Grouping, groupFilter } from './use-comparison.js';

/** One row per store, hour, category or person. */
export function GroupTable({ answer }: { answer: Comparison }): ReactNode {
  const t = useT();
  const columns = useGroupColumns(answer);
  return (
    <DataTable
      label={t('nav.comparison')}
      rows={answer.data.breakdown}
      columns={columns}
      keyOf={group => group.key}
    />
  );
}

function useGroupColumns({ meta, data }: Comparison): Column<Group>[] {
  const t = useT();
  const format = useFormat();
  const textOf = useFieldText();
  const nameOf = useNameOf(data.by);
  const { by } = data;
  const scope = { ...meta, ...data.compared };
  const money = (value: string): string => format.money(value, meta.currency ?? undefined);
  const count = (value: number): string => format.number(value, 0);
  const link = (group: Group, value: string, more: SalesFilter = {}): ReactNode => (
    <SalesLink
      filter={countedSales(meta, { ...groupFilter(by, group.key), ...more })}
      isFigure
      label={t('comparison.sales', { name: nameOf(group), value })}
    >
      {value}
    </SalesLink>
  );
  return [
    { head: t(`comparison.by.${by}`), cell: group => <strong>{nameOf(group)}</strong> },
    {
      head: textOf('net_sales'),
      isFigure: true,
      cell: group => link(group, money(group.net_sales), GOODS),
    },
    {
      head: t('comparison.previous'),
      isFigure: true,
      from: 'sm',
      cell: group => (
        <SalesLink
          filter={countedSales(scope, { ...groupFilter(by, group.key), ...GOODS })}
          isFigure
          label={t('comparison.salesBefore', {
            name: nameOf(group),
            value: money(group.previous_net_sales),
          })}
        >
          {money(group.previous_net_sales)}
        </SalesLink>
      ),
    },
    {
      head: t('comparison.change'),
      isFigure: true,
      cell: group => (
        <Change
          percent={group.net_sales_change_percent}
          sales={countedSales(meta, { ...groupFilter(by, group.key), ...GOODS })}
          name={nameOf(group)}
        />
      ),
    },
    {
      head: textOf('margin'),
      isFigure: true,
      from: 'sm',
      cell: group => (group.margin === null ? '—' : link(group, money(group.margin), GOODS)),
    },
    {
      head: textOf('margin_percent'),
      isFigure: true,
      from: 'md',
      cell: group =>
        group.margin_percent === null
          ? '—'
          : link(group, format.percent(group.margin_percent / 100, 1), GOODS),
    },
    ...salesColumn(by, textOf('sales'), group =>
      group.sales === null ? '—' : link(group, count(group.sales)),
    ),
    {
      head: textOf('units'),
      isFigure: true,
      from: 'lg',
      cell: group => link(group, count(group.units)),
    },
  ];
}

/** A sale may have goods of several categories, so they have no number of sales. */
const salesColumn = (
  by: Grouping,
  head: string,
  cell: (group: Group) => ReactNode,
): Column<Group>[] => (by === 'category' ? [] : [{ head, isFigure: true, from: 'md', cell }]);

function useNameOf(by: Comparison['data']['by']): (group: Group) => string {
  const t = useT();
  const { locale } = useI18n();
  return group => {
    if (by === 'hour') return clockOf(`${group.key.padStart(2, '0')}:00`, locale);
    if (group.key !== 'none') return group.name ?? group.key;
    return t(by === 'category' ? 'comparison.none.category' : 'comparison.none.staff');
  };
}
