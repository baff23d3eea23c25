import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Tag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { AbTest } from '../../types.js';
import { Lift } from './lift.js';

type Results = NonNullable<AbTest['results']>;
type Variant = Results['variants'][number];

export function TestResults({ results }: { results: Results }): ReactNode {
  const t = useT();
  const format = useFormat();
  const columns: Column<Variant>[] = [
    { head: t('tests.variant'), cell: ({ name }) => name },
    {
      head: t('tests.impressions'),
      isFigure: true,
      from: 'xs',
      cell: one => format.number(one.impressions),
    },
    { head: t('tests.conversions'), isFigure: true, cell: one => format.number(one.conversions) },
    {
      head: t('tests.rate'),
      isFigure: true,
      cell: one => format.percent(one.conversion_rate),
    },
    {
      head: t('campaigns.lift'),
      isFigure: true,
      cell: one => <Lift percent={one.comparison?.lift_percent ?? null} />,
    },
    {
      head: t('tests.verdict'),
      from: 'sm',
      cell: ({ name, comparison }) => {
        if (name === results.baseline) return <Tag>{t('tests.baseline')}</Tag>;
        if (comparison?.is_significant) return <Tag tone="good">{t('tests.significant')}</Tag>;
        return <Tag tone="warn">{t('tests.open')}</Tag>;
      },
    },
  ];
  return (
    <DataTable
      label={t('tests.results')}
      rows={results.variants}
      columns={columns}
      keyOf={({ name }) => name}
    />
  );
}
