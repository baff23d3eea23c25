import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Measured, useMeasure } from '../parts/measure.js';
import { useT } from '../texts/index.js';

const FEW = 5;

/** A dot with text, so that colour is not the only signal. */
export function Availability(
  props: { available: number; digital?: boolean } & Measured,
): ReactNode {
  const t = useT();
  const { amount } = useMeasure();
  const { available, unit, digital = false } = props;
  const few =
    unit === undefined
      ? t('stock.few', { count: available })
      : t('stock.few.measured', { quantity: amount(available, unit) });
  const [colour, text] = digital
    ? (['var(--shop-good)', t('stock.digital')] as const)
    : available === 0
      ? (['var(--shop-gone)', t('stock.none')] as const)
      : available <= FEW
        ? (['var(--shop-few)', few] as const)
        : (['var(--shop-good)', t('stock.good')] as const);
  return (
    <Group gap={6} wrap="nowrap">
      <span
        aria-hidden
        style={{ width: 8, height: 8, borderRadius: 8, background: colour, flex: 'none' }}
      />
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Group>
  );
}
