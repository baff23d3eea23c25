import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { useFormat } from '../../shared/i18n/format.js';

/** Formats a quantity with its unit: `3`, `0.432 kg`; a dash if there is none. */
export function useQuantityText(): (value: number | null, unit: string) => string {
  const { number } = useFormat();
  return (value, unit) => {
    if (value === null) return '—';
    return isMeasured(unit) ? `${number(value, 3)} ${unit}` : number(value);
  };
}

/** A quantity of goods: whole pieces, or up to three decimals of a measure. */
export function QuantityInput(props: NumberInputProps & { unit: string }): ReactNode {
  const { unit, ...input } = props;
  const measured = isMeasured(unit);
  return (
    <NumberInput
      min={0}
      allowNegative={false}
      allowDecimal={measured}
      decimalScale={3}
      suffix={measured ? ` ${unit}` : ''}
      hideControls
      {...input}
    />
  );
}
