import { Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import type { SalesFilter } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useT } from '../../texts/index.js';

/** `+12.5 %` with an arrow, which leads to the sales after the change; a dash if there was nothing before. */
export function Change(props: {
  percent: number | null;
  sales: SalesFilter;
  /** What changed, for screen readers. */
  name: string;
}): ReactNode {
  const { percent, sales, name } = props;
  const t = useT();
  const format = useFormat();
  if (percent === null) return '—';
  const Arrow = percent > 0 ? IconArrowUpRight : percent < 0 ? IconArrowDownRight : IconArrowRight;
  const value = `${percent > 0 ? '+' : ''}${format.percent(percent / 100, 1)}`;
  return (
    <SalesLink filter={sales} isFigure label={t('reports.salesOf', { name, value })}>
      <Text
        component="span"
        size="sm"
        className="desk-change"
        data-direction={percent > 0 ? 'up' : percent < 0 ? 'down' : undefined}
      >
        <Arrow size={15} aria-hidden />
        {value}
      </Text>
    </SalesLink>
  );
}
