import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../../shared/i18n/index.js';

/** A change in percent with its sign: +12.3 %. */
export function Lift({ percent }: { percent: number | null }): ReactNode {
  const { locale } = useI18n();
  if (percent === null) return '—';
  const text = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(percent / 100);
  return (
    <Text
      span
      inherit
      fw={600}
      c={percent > 0 ? 'var(--app-accent)' : percent < 0 ? 'var(--mantine-color-error)' : undefined}
    >
      {text}
    </Text>
  );
}
