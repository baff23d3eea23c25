import { Button, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Kpi } from '../../parts/kpi.js';
import { Panel } from '../../parts/page.js';
import { countedSales } from '../../parts/sales-filter.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Filters } from './discount-filters.js';
import { FigureCell } from './figure-cell.js';
import type { Row } from './figure-links.js';
import type { Kind, ReportPage } from './reports.js';
import { useFieldText, useFigure } from './use-figure.js';
import { type Asked, downloadCsv, type Range, type ReportData, useReport } from './use-report.js';

const ReportChart = lazy(() => import('./report-chart.js'));
const HEIGHT = 260;
/** Text columns are left-aligned, numbers right-aligned. */
const WORDS: Kind[] = ['text', 'status', 'segment', 'hour', 'origin', 'method', 'day'];
/** The table shows the first rows; the CSV file has all of them. */
const SHOWN = 100;

/** Together they name a row of any report. */
const KEYS = [
  'key',
  'kind',
  'product_id',
  'segment',
  'hour',
  'day',
  'store',
  'origin',
  'reason',
  'promotion_id',
  'code',
  'employee',
  'approval_request_id',
  'variant',
];

type Props = { report: ReportPage; range: Range; currency: string | undefined };

export function ReportView({ report, range, currency }: Props): ReactNode {
  const [filters, setFilters] = useState<Filters>({});
  const { query, asked } = useReport(report, range, currency, filters);
  const { filters: FilterFields } = report;
  return (
    <Stack>
      {FilterFields && <FilterFields value={filters} onChange={setFilters} />}
      <Show query={query}>
        {answer => <Sheet report={report} answer={answer} asked={asked} filters={filters} />}
      </Show>
    </Stack>
  );
}

function Sheet(props: {
  report: ReportPage;
  answer: ReportData;
  asked: Asked;
  filters: Filters;
}): ReactNode {
  const t = useT();
  const { report, asked, filters } = props;
  const { meta, data } = props.answer;
  const currency = meta.currency ?? undefined;
  const figure = useFigure(currency);
  const textOf = useFieldText();
  const rows = data[report.table.part];
  const columns = columnsOf(report, meta, filters, textOf);
  /** Zeros lead nowhere; shares lead to the sales that they are a share of. */
  const linksOf = (key: string) => {
    const value = data.totals[key];
    if (value === null || Number(value) === 0) return {};
    const asked = { key, row: undefined, value, filters };
    const filter = report.salesOf?.(asked);
    if (filter !== undefined) return { sales: countedSales(meta, filter) };
    return { page: report.pageOf?.(asked, meta) };
  };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        {report.kpis.map(({ key, kind }) => (
          <Kpi
            key={key}
            label={textOf(key)}
            value={figure(data.totals[key], kind)}
            {...linksOf(key)}
          />
        ))}
      </SimpleGrid>
      <Panel
        title={report.chart.fields.map(({ key }) => textOf(key)).join(', ')}
        aside={<Download report={report} asked={asked} part="series" />}
      >
        <Suspense fallback={<Skeleton h={HEIGHT} />}>
          <ReportChart
            chart={report.chart}
            rows={data.series}
            currency={currency}
            height={HEIGHT}
            label={t('reports.chart.label', { report: t(report.text), days: meta.days })}
          />
        </Suspense>
      </Panel>
      <Panel
        title={t('reports.table')}
        isFlush
        aside={<Download report={report} asked={asked} part="breakdown" />}
      >
        {rows.length === 0 ? (
          <Empty title={t('reports.none')} text={t('reports.none.text')} />
        ) : (
          <DataTable
            label={t('reports.table')}
            rows={rows.slice(0, SHOWN)}
            keyOf={row => JSON.stringify(KEYS.map(key => row[key]))}
            columns={columns}
          />
        )}
      </Panel>
    </Stack>
  );
}

const columnsOf = (
  report: ReportPage,
  meta: ReportData['meta'],
  filters: Filters,
  textOf: (key: string) => string,
): Column<Row>[] =>
  report.table.fields.map(({ key, kind }, index) => ({
    head: textOf(key),
    isFigure: !WORDS.includes(kind),
    from: index > 2 && index < report.table.fields.length - 2 ? 'sm' : undefined,
    cell: row => (
      <FigureCell
        report={report}
        meta={meta}
        field={{ key, kind }}
        row={row}
        filters={filters}
        isFirst={index === 0}
      />
    ),
  }));

function Download(props: {
  report: ReportPage;
  asked: Asked;
  part: 'series' | 'breakdown';
}): ReactNode {
  const t = useT();
  const api = useApi();
  const download = useAction(() => downloadCsv(api, props.report, props.asked, props.part), {
    changes: [],
  });
  return (
    <Group>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={15} />}
        loading={download.isPending}
        aria-label={t(`reports.csv.${props.part}`)}
        onClick={() => download.mutate(undefined)}
      >
        CSV
      </Button>
    </Group>
  );
}
