import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import type { Column } from '../../parts/data-table.js';
import { countedSales } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useT } from '../../texts/index.js';
import { NET } from '../analytics/figure-links.js';
import { Change } from '../comparison/change.js';
import { scopeOf } from './day-figures.js';
import { LowStock } from './low-stock-link.js';
import { growthOf, type RankedDay, weekBefore } from './rank.js';

/** Figures lead to the sales behind them, those of goods to the stock. */
export function useRankingColumns(): Column<RankedDay>[] {
  const t = useT();
  const format = useFormat();
  const link = (day: RankedDay, value: string, more: object = {}): ReactNode => (
    <SalesLink
      filter={{ ...countedSales(scopeOf(day)), ...more }}
      isFigure
      label={t('reports.salesOf', { name: day.name, value })}
    >
      {value}
    </SalesLink>
  );
  return [
    {
      head: t('store.one'),
      cell: day => (
        <>
          {day.name}
          <Text size="xs" c="dimmed">
            {[day.city, day.store_code].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      head: t('dashboard.net'),
      isFigure: true,
      cell: day => link(day, format.money(day.net, day.currency), NET),
    },
    {
      head: t('ranking.weekBefore'),
      isFigure: true,
      from: 'md',
      cell: day => link(weekBefore(day), format.money(day.net_week_before, day.currency), NET),
    },
    {
      head: t('ranking.growth'),
      isFigure: true,
      from: 'sm',
      cell: day => (
        <Change percent={growthOf(day)} sales={countedSales(scopeOf(day), NET)} name={day.name} />
      ),
    },
    {
      head: t('dashboard.sales'),
      isFigure: true,
      from: 'sm',
      cell: day => link(day, format.number(day.sales)),
    },
    {
      head: t('dashboard.refunded'),
      isFigure: true,
      from: 'lg',
      cell: day => link(day, format.money(day.refunded, day.currency), { refunded: 'true' }),
    },
    {
      head: t('dashboard.low'),
      isFigure: true,
      from: 'md',
      cell: day => <LowStock day={day} />,
    },
  ];
}
