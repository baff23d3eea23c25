import { Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';

/** `+12.5 %` with an arrow; a dash if there was nothing before. */
export function Change({ percent }: { percent: number | null }): ReactNode {
  const format = useFormat();
  if (percent === null) return '—';
  const Arrow = percent > 0 ? IconArrowUpRight : percent < 0 ? IconArrowDownRight : IconArrowRight;
  return (
    <Text
      component="span"
      size="sm"
      className="desk-change"
      data-direction={percent > 0 ? 'up' : percent < 0 ? 'down' : undefined}
    >
      <Arrow size={15} aria-hidden />
      {percent > 0 ? '+' : ''}
      {format.percent(percent / 100, 1)}
    </Text>
  );
}
