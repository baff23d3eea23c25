import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { AmountField, amountOrNull, type Typed } from '../../parts/fields.js';
import { useT } from '../../texts/index.js';
import type { SupplierArticle } from '../../types.js';

/** "€4.50", or a dash. */
export function useCostText(): (article: SupplierArticle) => string {
  const format = useFormat();
  return ({ cost, cost_currency: currency }) =>
    cost === null ? '—' : format.money(cost, currency ?? undefined);
}

export type CostDraft = { cost: Typed; cost_currency: string };

/** What a request says about the cost; without a currency it is that of the supplier. */
export const costOf = ({ cost, cost_currency: currency }: CostDraft) => ({
  cost: amountOrNull(cost),
  ...(cost !== '' && { cost_currency: currency.trim().toUpperCase() || null }),
});

type Field<Value> = { value: Value; onChange: (value: Value) => void; error?: string };

export function CostFields(props: { cost: Field<Typed>; currency: Field<string> }): ReactNode {
  const t = useT();
  const { cost, currency } = props;
  return (
    <Group grow align="flex-start">
      <AmountField label={t('suppliers.cost')} description={t('suppliers.cost.hint')} {...cost} />
      <TextInput
        label={t('suppliers.cost.currency')}
        description={t('suppliers.cost.currency.hint')}
        maxLength={3}
        {...currency}
        onChange={event => currency.onChange(event.currentTarget.value)}
      />
    </Group>
  );
}
