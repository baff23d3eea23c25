import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { useFieldText } from '../analytics/use-figure.js';
import { Change } from './change.js';
import type { Totals } from './use-comparison.js';

const FIGURES = ['net_revenue', 'sales', 'net_sales', 'margin'] as const;

/** The sums of both periods, each with its change. */
export function KeyFigures(props: { totals: Totals; currency: string | undefined }): ReactNode {
  const { totals, currency } = props;
  const t = useT();
  const format = useFormat();
  const textOf = useFieldText();
  const shown = (value: string | number | null): string => {
    if (value === null) return '—';
    return typeof value === 'number' ? format.number(value, 0) : format.money(value, currency);
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      {FIGURES.map(key => (
        <Panel key={key}>
          <Text size="sm" c="dimmed" mb={4}>
            {textOf(key)}
          </Text>
          <div className="desk-kpi">
            <div className="desk-figure" data-testid={`comparison-${key}`}>
              {shown(totals[key])}
            </div>
          </div>
          <Change percent={totals[`${key}_change_percent`]} />
          <Text size="sm" c="dimmed">
            {t('comparison.before', { value: shown(totals[`previous_${key}`]) })}
          </Text>
        </Panel>
      ))}
    </SimpleGrid>
  );
}
