import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { clockOf } from '../../parts/calendar.js';
import { useT } from '../../texts/index.js';
import type { StoreDay } from './use-store-day.js';

export default function RevenueChart(props: { day: StoreDay; height: number }): ReactNode {
  const { day, height } = props;
  const t = useT();
  const format = useFormat();
  const { locale } = useI18n();
  const data = day.hours.map(({ hour, gross }) => ({
    time: clockOf(`${String(hour).padStart(2, '0')}:00`, locale),
    revenue: Number(gross),
  }));
  const sum = format.money(day.gross, day.currency);
  return (
    <figure style={{ margin: 0 }} aria-label={t('dashboard.hours.sum', { sum })}>
      <BarChart
        h={height}
        data={data}
        dataKey="time"
        series={[{ name: 'revenue', label: t('reports.field.revenue'), color: 'pine.6' }]}
        valueFormatter={value => format.money(value, day.currency)}
        yAxisProps={{ width: 64, tickFormatter: (value: number) => format.number(value, 0) }}
        xAxisProps={{ interval: 3, tickMargin: 8 }}
        tickLine="none"
        gridAxis="x"
        barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false, margin: { left: 0, right: 8 } }}
      />
    </figure>
  );
}
