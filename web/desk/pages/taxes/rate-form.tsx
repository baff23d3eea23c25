import { Group, Select, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { TaxClass } from '../../types.js';
import { fractionOf, RATE_DIGITS, usePercent } from './rate.js';
import type { Tax } from './use-taxes.js';

/** Adds a rate of a class for some days, or for always. */
export function RateForm(props: { tax: Tax; classes: TaxClass[]; onClose: () => void }): ReactNode {
  const { tax, classes } = props;
  const t = useT();
  const form = useRateForm(props);
  const { draft } = form;
  return (
    <FormDialog
      title={t('taxes.new.title', { name: tax.name })}
      submit={t('taxes.add')}
      isReady={draft.tax_class !== '' && draft.rate !== ''}
      {...form.dialog}
    >
      <Select
        label={t('taxes.class')}
        data-autofocus
        data={classes.map(({ code, name }) => ({ value: code, label: name }))}
        allowDeselect={false}
        value={draft.tax_class === '' ? null : draft.tax_class}
        onChange={code => form.set({ tax_class: code ?? '' })}
        error={form.errorOf('tax_class')}
      />
      <AmountField
        label={t('taxes.rate')}
        unit="%"
        decimalScale={RATE_DIGITS}
        max={100}
        {...form.field('rate')}
      />
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label={t('taxes.from')}
          description={t('taxes.from.hint')}
          {...form.text('valid_from')}
        />
        <TextInput
          type="date"
          label={t('taxes.to')}
          description={t('taxes.to.hint')}
          {...form.text('valid_to')}
        />
      </Group>
    </FormDialog>
  );
}

function useRateForm(props: { tax: Tax; classes: TaxClass[]; onClose: () => void }) {
  const { tax, classes, onClose } = props;
  const t = useT();
  const api = useApi();
  const percent = usePercent();
  return useForm({
    start: () => ({ tax_class: '', rate: typedOf(null), valid_from: '', valid_to: '' }),
    check: ({ rate, valid_from: from, valid_to: to }) => {
      const problems: Problems = {};
      if (Number(rate) > 100) problems.rate = t('taxes.rate.range');
      if (to !== '' && to < from) problems.valid_to = t('taxes.days.order');
      return problems;
    },
    save: draft =>
      answer(
        api.POST('/tax-rates/', {
          body: {
            jurisdiction: tax.id,
            tax_class: draft.tax_class,
            rate: fractionOf(draft.rate),
            valid_from: draft.valid_from || null,
            valid_to: draft.valid_to || null,
          },
        }),
      ),
    changes: [['taxes'], ['desk']],
    done: ({ tax_class, rate }) => {
      const name = classes.find(({ code }) => code === tax_class)?.name ?? tax_class;
      return t('taxes.added', { name: `${name} ${percent(rate)}` });
    },
    onClose,
  });
}
