import { Group, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AmountField } from '../../../parts/fields.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { useT } from '../../../texts/index.js';
import { ENDINGS, type Ending, type PriceTerms } from './new-price.js';

const KINDS = ['percent', 'amount'] as const;
const MAX_VALUE = 1_000_000;

/** Changes the prices of the selected rows in the table; nothing is saved yet. */
export function PriceDialog(props: {
  count: number;
  currency: string;
  onApply: (terms: PriceTerms) => void;
  onClose: () => void;
}): ReactNode {
  const { count, currency, onApply, onClose } = props;
  const t = useT();
  const [terms, setTerms] = useState<PriceTerms>({ kind: 'percent', value: '', ending: 'none' });
  const set = (next: Partial<PriceTerms>): void => setTerms({ ...terms, ...next });
  const size = Math.abs(Number(terms.value));
  const isRounding = terms.ending !== 'none' && terms.value !== '';
  return (
    <FormDialog
      title={t('many.prices.title', { count })}
      isOpen
      onClose={onClose}
      submit={t('many.prices.apply')}
      isReady={(size > 0 || isRounding) && size <= MAX_VALUE}
      isBusy={false}
      onSubmit={() => onApply(terms)}
    >
      <SegmentedControl
        aria-label={t('bulk.kind')}
        data={KINDS.map(value => ({ value, label: t(`bulk.kind.${value}`) }))}
        value={terms.kind}
        onChange={value => set({ kind: value === 'amount' ? 'amount' : 'percent' })}
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
          onChange={value => set({ value })}
        />
        <Select
          label={t('many.ending')}
          description={t('many.ending.hint')}
          allowDeselect={false}
          data={ENDINGS.map(value => ({ value, label: t(`many.ending.${value}`) }))}
          value={terms.ending}
          onChange={value => set({ ending: (value ?? 'none') as Ending })}
        />
      </Group>
    </FormDialog>
  );
}
