import { AreaChart, BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import type { Row } from './figure-links.js';
import type { ReportPage } from './reports.js';
import { useFieldText, useFigure } from './use-figure.js';

const COLORS = ['pine.6', 'brass.5'];

export default function ReportChart(props: {
  chart: ReportPage['chart'];
  rows: Row[];
  currency: string | undefined;
  height: number;
  label: string;
}): ReactNode {
  const { chart, rows, currency, height, label } = props;
  const format = useFormat();
  const figure = useFigure(currency);
  const textOf = useFieldText();
  const kind = chart.fields[0]?.kind ?? 'count';
  const atOf = (row: Row): string => {
    if (chart.by === 'store') return String(row.name);
    return chart.by === 'day' ? format.date(noonOf(String(row.day))) : figure(row.hour, 'hour');
  };
  const data = rows.map(row => ({
    at: atOf(row),
    ...Object.fromEntries(chart.fields.map(({ key }) => [key, Number(row[key])])),
  }));
  const common = {
    h: height,
    data,
    dataKey: 'at',
    series: chart.fields.map(({ key }, index) => ({
      name: key,
      label: textOf(key),
      color: COLORS[index] ?? 'gray.6',
    })),
    valueFormatter: (value: number) => figure(value, kind),
    withLegend: chart.fields.length > 1,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    yAxisProps: { width: 64, tickFormatter: (value: number) => format.number(value, 0) },
    xAxisProps: { minTickGap: 32, tickMargin: 8, height: 40 },
  };
  return (
    <figure className="desk-chart" aria-label={label}>
      {chart.shape === 'area' ? (
        <AreaChart
          {...common}
          curveType="monotone"
          withDots={false}
          areaProps={{ isAnimationActive: false }}
          areaChartProps={{ accessibilityLayer: false }}
        />
      ) : (
        <BarChart
          {...common}
          type={chart.shape === 'stack' ? 'stacked' : 'default'}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      )}
    </figure>
  );
}
