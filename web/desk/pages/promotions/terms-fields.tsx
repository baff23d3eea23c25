import { Group, NumberInput, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { AmountField, type Typed } from '../../parts/fields.js';
import type { Problems } from '../../state/use-form.js';
import { type Key, useT } from '../../texts/index.js';
import type { Promotion } from '../../types.js';

const KINDS = ['percentage', 'fixed', 'buy_x_get_y', 'free_shipping'] as const;

export type Terms = {
  kind: Promotion['kind'];
  value: Typed;
  buy_quantity: Typed;
  get_quantity: Typed;
  get_discount_percent: Typed;
};

const isPercent = (typed: Typed): boolean => Number(typed) > 0 && Number(typed) <= 100;

/** Validates the terms before sending. */
export function checkTerms(terms: Terms, t: (key: Key) => string): Problems {
  const problems: Problems = {};
  const { kind } = terms;
  if (kind === 'percentage' && !isPercent(terms.value)) problems.value = t('terms.percent');
  if (kind === 'fixed' && !(Number(terms.value) > 0)) problems.value = t('terms.amount');
  if (kind !== 'buy_x_get_y') return problems;
  for (const name of ['buy_quantity', 'get_quantity'] as const) {
    if (!(Number(terms[name]) >= 1)) problems[name] = t('terms.quantity');
  }
  if (!isPercent(terms.get_discount_percent)) {
    problems.get_discount_percent = t('terms.percent');
  }
  return problems;
}

type NumberField = (name: Exclude<keyof Terms, 'kind'>) => {
  value: Typed;
  onChange: (value: Typed) => void;
  error?: string;
};

/** Discount fields; they depend on the discount type. */
export function TermsFields(props: {
  field: NumberField;
  kind: Terms['kind'];
  onKind: (kind: Terms['kind']) => void;
  currency: string | undefined;
}): ReactNode {
  const { field, kind, onKind, currency } = props;
  const t = useT();
  return (
    <>
      <Select
        label={t('promotions.kind')}
        data={KINDS.map(value => ({ value, label: t(`promotions.kind.${value}`) }))}
        allowDeselect={false}
        value={kind}
        onChange={value => onKind((value ?? kind) as Terms['kind'])}
      />
      {kind === 'percentage' && (
        <AmountField label={t('terms.value.percentage')} unit="%" max={100} {...field('value')} />
      )}
      {kind === 'fixed' && (
        <AmountField label={t('terms.value.fixed')} unit={currency} {...field('value')} />
      )}
      {kind === 'buy_x_get_y' && (
        <Group grow align="flex-start">
          <NumberInput
            label={t('terms.buy')}
            min={1}
            allowDecimal={false}
            {...field('buy_quantity')}
          />
          <NumberInput
            label={t('terms.get')}
            min={1}
            allowDecimal={false}
            {...field('get_quantity')}
          />
          <AmountField
            label={t('terms.off')}
            unit="%"
            max={100}
            {...field('get_discount_percent')}
          />
        </Group>
      )}
    </>
  );
}
