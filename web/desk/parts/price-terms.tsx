import { Group, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  PRICE_CHANGES,
  PRICE_ENDINGS,
  type PriceEnding,
  type PriceTerms,
} from '../../../src/domains/pricing/index.js';
import { useT } from '../texts/index.js';
import { AmountField } from './fields.js';

const MAX_VALUE = 1_000_000;

export const NO_TERMS: PriceTerms = { kind: 'percent', value: '', ending: 'none' };

/** True for terms that change something; rounding alone does. */
export function areReady({ value, ending }: PriceTerms): boolean {
  const size = Math.abs(Number(value));
  const isRounding = ending !== 'none' && value !== '';
  return (size > 0 || isRounding) && size <= MAX_VALUE;
}

/** Fields for the change of prices and the ending that they are rounded to. */
export function PriceTermsFields(props: {
  terms: PriceTerms;
  currency: string;
  onChange: (change: Partial<PriceTerms>) => void;
}): ReactNode {
  const { terms, currency, onChange } = props;
  const t = useT();
  return (
    <>
      <SegmentedControl
        aria-label={t('bulk.kind')}
        data={PRICE_CHANGES.map(value => ({ value, label: t(`bulk.kind.${value}`) }))}
        value={terms.kind}
        onChange={value => onChange({ kind: value === 'amount' ? 'amount' : 'percent' })}
      />
      <Group grow align="flex-start">
        <AmountField
          label={t('bulk.value')}
          description={t('bulk.value.hint')}
          data-autofocus
          unit={terms.kind === 'percent' ? '%' : currency}
          allowNegative
          min={undefined}
          value={terms.value}
          onChange={value => onChange({ value })}
        />
        <Select
          label={t('many.ending')}
          description={t('many.ending.hint')}
          allowDeselect={false}
          data={PRICE_ENDINGS.map(value => ({ value, label: t(`many.ending.${value}`) }))}
          value={terms.ending}
          onChange={value => onChange({ ending: (value ?? 'none') as PriceEnding })}
        />
      </Group>
    </>
  );
}
