import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import { FigurePage } from './figure-page.js';
import { Panel } from './page.js';
import type { PageLink } from './page-link.js';
import type { SalesFilter } from './sales-filter.js';
import { SalesLink } from './sales-link.js';

export function Kpi(props: {
  label: string;
  value: string | undefined;
  id?: string;
  /** The sales that the figure leads to. */
  sales?: SalesFilter;
  /** Another page that it leads to. */
  page?: PageLink;
}): ReactNode {
  const { label, value, id, sales, page } = props;
  const t = useT();
  return (
    <Panel>
      <Text size="sm" c="dimmed" mb={4}>
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={32} w="60%" />
      ) : (
        <div className="desk-kpi">
          <div className="desk-figure" data-testid={id}>
            {page === undefined ? (
              <SalesLink
                filter={sales}
                isFigure
                label={t('reports.salesOf', { name: label, value })}
              >
                {value}
              </SalesLink>
            ) : (
              <FigurePage page={page} name={label} value={value} />
            )}
          </div>
        </div>
      )}
    </Panel>
  );
}
