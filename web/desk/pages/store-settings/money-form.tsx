import { Select, Switch } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store, TaxClass } from '../../types.js';
import { stepsOf, useStepText } from './rounding.js';

type Settings = Pick<Store, 'prices_include_tax' | 'shipping_tax_class' | 'cash_rounding'>;

/** Only what differs: another person may have changed the rest meanwhile. */
const changesOf = (before: Settings, after: Settings): Partial<Settings> => ({
  ...(after.prices_include_tax !== before.prices_include_tax && {
    prices_include_tax: after.prices_include_tax,
  }),
  ...(after.shipping_tax_class !== before.shipping_tax_class && {
    shipping_tax_class: after.shipping_tax_class,
  }),
  ...(after.cash_rounding !== before.cash_rounding && { cash_rounding: after.cash_rounding }),
});

/** Not the code of a class: those start with a letter or a digit. */
const UNTAXED = '-';

export function MoneyForm(props: {
  store: Store;
  classes: TaxClass[];
  onClose: () => void;
}): ReactNode {
  const { store, classes, onClose } = props;
  const t = useT();
  const api = useApi();
  const stepText = useStepText(store);
  const form = useForm({
    start: () => ({
      prices_include_tax: store.prices_include_tax,
      shipping_tax_class: store.shipping_tax_class,
      cash_rounding: store.cash_rounding,
    }),
    save: draft => {
      const params = { path: { store: store.code } };
      return answer(api.PATCH('/stores/{store}/', { params, body: changesOf(store, draft) }));
    },
    changes: [['desk']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
  const { draft } = form;
  const steps = stepsOf(store);
  return (
    <FormDialog title={store.name} submit={t('app.save')} {...form.dialog}>
      <Switch
        label={t('settings.include')}
        description={t('settings.include.hint')}
        checked={draft.prices_include_tax}
        onChange={event => form.set({ prices_include_tax: event.currentTarget.checked })}
        error={form.errorOf('prices_include_tax')}
      />
      <Select
        label={t('settings.shipping')}
        data={[
          { value: UNTAXED, label: t('settings.shipping.none') },
          ...classes.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        allowDeselect={false}
        value={draft.shipping_tax_class ?? UNTAXED}
        onChange={code => form.set({ shipping_tax_class: code === UNTAXED ? null : code })}
        error={form.errorOf('shipping_tax_class')}
      />
      <Select
        label={t('settings.rounding')}
        description={t('settings.rounding.hint')}
        data={steps.map(step => ({ value: step, label: stepText(step) }))}
        allowDeselect={false}
        value={draft.cash_rounding}
        onChange={value =>
          form.set({ cash_rounding: steps.find(step => step === value) ?? draft.cash_rounding })
        }
        error={form.errorOf('cash_rounding')}
      />
    </FormDialog>
  );
}
