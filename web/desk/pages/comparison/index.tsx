import { Button, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { saveFile } from '../../../shared/save-file.js';
import { noonOf } from '../../parts/calendar.js';
import { Page, Panel } from '../../parts/page.js';
import { countedSales } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { CurrencySelect, RangePicker } from '../analytics/range-picker.js';
import { GroupTable } from './group-table.js';
import { KeyFigures } from './key-figures.js';
import {
  COMPARISONS,
  type Comparison,
  GROUPINGS,
  useChoice,
  useComparison,
} from './use-comparison.js';

const ReportChart = lazy(() => import('../analytics/report-chart.js'));
const HEIGHT = 240;
const CHART = {
  shape: 'bar' as const,
  by: 'day' as const,
  fields: [
    { key: 'revenue', kind: 'money' as const },
    { key: 'previous_revenue', kind: 'money' as const },
  ],
};

export default function ComparisonPage(): ReactNode {
  const t = useT();
  const { range, setRange, currency, set } = useChoice();
  const { query, asked } = useComparison();
  return (
    <Page
      title={t('nav.comparison')}
      text={t('comparison.text')}
      actions={
        <>
          <CurrencySelect value={currency} onChange={next => set({ currency: next })} />
          <RangePicker range={range} onChange={setRange} />
          <ComparedWith />
        </>
      }
    >
      <Show query={query}>{answer => <Sheet answer={answer} asked={asked} />}</Show>
    </Page>
  );
}

function ComparedWith(): ReactNode {
  const t = useT();
  const { comparedWith, set } = useChoice();
  return (
    <Select
      size="sm"
      w={210}
      aria-label={t('comparison.with')}
      data={COMPARISONS.map(value => ({ value, label: t(`comparison.with.${value}`) }))}
      value={comparedWith}
      onChange={value => set({ compared_with: value ?? undefined })}
      allowDeselect={false}
    />
  );
}

type Asked = ReturnType<typeof useComparison>['asked'];

function Sheet({ answer, asked }: { answer: Comparison; asked: Asked }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { meta, data } = answer;
  const currency = meta.currency ?? undefined;
  return (
    <Stack>
      <Periods answer={answer} />
      <KeyFigures answer={answer} />
      <Panel title={t('comparison.chart')}>
        <Suspense fallback={<Skeleton h={HEIGHT} />}>
          <ReportChart
            chart={CHART}
            rows={data.series}
            currency={currency}
            height={HEIGHT}
            label={t('reports.chart.label', { report: t('nav.comparison'), days: meta.days })}
          />
        </Suspense>
      </Panel>
      <Panel title={t('reports.table')} isFlush aside={<TableActions asked={asked} />}>
        {data.breakdown.length === 0 ? (
          <Empty
            icon={<IconChartBar size={28} />}
            title={t('reports.none')}
            text={t('reports.none.text')}
          />
        ) : (
          <GroupTable answer={answer} />
        )}
      </Panel>
      {Number(data.totals.uncosted_revenue) !== 0 && (
        <Text size="sm" c="dimmed">
          {t('comparison.uncosted', {
            amount: format.money(data.totals.uncosted_revenue, currency),
          })}
        </Text>
      )}
    </Stack>
  );
}

/** The days of both periods; each leads to its sales. */
function Periods({ answer: { meta, data } }: { answer: Comparison }): ReactNode {
  const t = useT();
  const format = useFormat();
  const days = ({ from, to }: { from: string; to: string }): string =>
    from === to
      ? format.date(noonOf(from))
      : `${format.date(noonOf(from))} – ${format.date(noonOf(to))}`;
  const link = (period: { from: string; to: string }) => (
    <SalesLink filter={countedSales({ ...meta, ...period })}>{days(period)}</SalesLink>
  );
  return (
    <Text size="sm" component="div">
      {link(meta)} · {t(`comparison.with`)}: {link(data.compared)}
      {data.includes_today && (
        <Text size="sm" c="dimmed">
          {t('comparison.today')}
        </Text>
      )}
    </Text>
  );
}

function TableActions({ asked }: { asked: Asked }): ReactNode {
  const t = useT();
  const api = useApi();
  const { by, set } = useChoice();
  const download = useAction(
    () =>
      saveFile(
        api.GET('/reports/comparison/', {
          params: { query: { ...asked, format: 'csv' } },
          parseAs: 'blob',
        }),
        'comparison.csv',
      ),
    { changes: [] },
  );
  return (
    <div className="desk-tools">
      <Select
        size="xs"
        w={160}
        aria-label={t('comparison.by')}
        data={GROUPINGS.map(value => ({ value, label: t(`comparison.by.${value}`) }))}
        value={by}
        onChange={value => set({ by: value ?? undefined })}
        allowDeselect={false}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} />}
        loading={download.isPending}
        aria-label={t('reports.csv.breakdown')}
        onClick={() => download.mutate(undefined)}
      >
        CSV
      </Button>
    </div>
  );
}
