import { Text, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { TaxRate } from '../../types.js';

/** Classes that are not taxed like standard goods when they have no rate. */
const NEEDS_NO_RATE = ['standard', 'zero', 'exempt'];

/** Sets the last day of a rate. */
export function EndForm(props: {
  rate: TaxRate & { title: string };
  title: string;
  onClose: () => void;
}): ReactNode {
  const { rate, title, onClose } = props;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ valid_to: rate.valid_to ?? '' }),
    check: ({ valid_to }): Record<string, string> =>
      valid_to < (rate.valid_from ?? '') ? { valid_to: t('taxes.days.order') } : {},
    record: { type: 'tax-rates', id: rate.id, path: `/tax-rates/${rate.id}/`, shown: rate },
    save: ({ valid_to }, condition) =>
      answer(
        api.PATCH('/tax-rates/{id}/', {
          params: { path: { id: rate.id } },
          body: { valid_to },
          ...condition,
        }),
      ),
    changes: [['taxes'], ['desk']],
    done: () => t('taxes.ended', { name: rate.title }),
    onClose,
  });
  return (
    <FormDialog
      title={title}
      submit={t('app.save')}
      isReady={form.draft.valid_to !== ''}
      {...form.dialog}
    >
      <TextInput
        type="date"
        label={t('taxes.end.day')}
        data-autofocus
        min={rate.valid_from ?? undefined}
        {...form.text('valid_to')}
      />
      {!NEEDS_NO_RATE.includes(rate.tax_class) && <Text size="sm">{t('taxes.end.next')}</Text>}
    </FormDialog>
  );
}
