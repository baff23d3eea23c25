import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { Panel } from '../../parts/page.js';
import { countedSales } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useT } from '../../texts/index.js';
import { GOODS, NET } from '../analytics/figure-links.js';
import { useFieldText } from '../analytics/use-figure.js';
import { Change } from './change.js';
import type { Comparison } from './use-comparison.js';

/** The figures, each with the filter that lists its sales. */
const FIGURES = {
  net_revenue: NET,
  sales: {},
  net_sales: GOODS,
  margin: GOODS,
} as const;

/** The sums of both periods with their change; each figure leads to its sales. */
export function KeyFigures({ answer: { meta, data } }: { answer: Comparison }): ReactNode {
  const { totals, compared } = data;
  const t = useT();
  const format = useFormat();
  const textOf = useFieldText();
  const shown = (value: string | number | null): string => {
    if (value === null) return '—';
    return typeof value === 'number'
      ? format.number(value, 0)
      : format.money(value, meta.currency ?? undefined);
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
      {(Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map(key => {
        const [now, before] = [shown(totals[key]), shown(totals[`previous_${key}`])];
        const name = textOf(key);
        return (
          <Panel key={key}>
            <Text size="sm" c="dimmed" mb={4}>
              {name}
            </Text>
            <div className="desk-kpi">
              <div className="desk-figure" data-testid={`comparison-${key}`}>
                <SalesLink
                  filter={countedSales(meta, FIGURES[key])}
                  isFigure
                  label={t('reports.salesOf', { name, value: now })}
                >
                  {now}
                </SalesLink>
              </div>
            </div>
            <Change
              percent={totals[`${key}_change_percent`]}
              sales={countedSales(meta, FIGURES[key])}
              name={name}
            />
            <Text size="sm" c="dimmed">
              <SalesLink
                filter={countedSales({ ...meta, ...compared }, FIGURES[key])}
                isFigure
                label={t('comparison.salesBefore', {
                  name,
                  value: t('comparison.before', { value: before }),
                })}
              >
                {t('comparison.before', { value: before })}
              </SalesLink>
            </Text>
          </Panel>
        );
      })}
    </SimpleGrid>
  );
}
