import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { useT } from '../../texts/index.js';
import type { Hour } from './use-day.js';

export default function RevenueChart(props: { hours: Hour[]; height: number }): ReactNode {
  const { hours, height } = props;
  const t = useT();
  const format = useFormat();
  const data = hours.map(hour => ({ time: format.time(hour.start), revenue: hour.cents / 100 }));
  const total = hours.reduce((sum, hour) => sum + hour.cents, 0);
  return (
    <figure
      style={{ margin: 0 }}
      aria-label={t('dashboard.hours.sum', { sum: format.cents(total) })}
    >
      <BarChart
        h={height}
        data={data}
        dataKey="time"
        series={[{ name: 'revenue', label: t('reports.field.revenue'), color: 'pine.6' }]}
        valueFormatter={value => format.money(value)}
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
