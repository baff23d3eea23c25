import { Select, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { AmountField } from '../../parts/fields.js';
import { useT } from '../../texts/index.js';
import type { Store, TaxClass } from '../../types.js';
import { stepsOf, useStepText } from './rounding.js';
import { TaxPlacesField } from './tax-places-field.js';
import type { SettingsDraftForm } from './use-settings-form.js';

const SOURCINGS = ['origin', 'destination'] as const;
/** No tax class has this code: codes start with a letter or a digit. */
const UNTAXED = '-';

/** What the sales of the store are taxed with. */
export function TaxFields(props: { form: SettingsDraftForm; classes: TaxClass[] }): ReactNode {
  const { form, classes } = props;
  const t = useT();
  const { draft } = form;
  return (
    <>
      <TaxPlacesField
        description={t('settings.taxes.hint')}
        {...form.field('tax_jurisdiction_ids')}
      />
      <Switch
        mt="sm"
        label={t('settings.include')}
        description={t('settings.include.hint')}
        checked={draft.prices_include_tax}
        onChange={event => form.set({ prices_include_tax: event.currentTarget.checked })}
        error={form.errorOf('prices_include_tax')}
      />
      <Select
        mt="sm"
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
        mt="sm"
        label={t('settings.sourcing')}
        description={t('settings.sourcing.hint')}
        data={SOURCINGS.map(value => ({ value, label: t(`settings.sourcing.${value}`) }))}
        allowDeselect={false}
        value={draft.tax_sourcing}
        onChange={value =>
          form.set({ tax_sourcing: SOURCINGS.find(one => one === value) ?? draft.tax_sourcing })
        }
        error={form.errorOf('tax_sourcing')}
      />
    </>
  );
}

/** Rounding, differences and returns of cash, and whether it needs a shift. */
export function CashFields({ form, store }: { form: SettingsDraftForm; store: Store }): ReactNode {
  const t = useT();
  const stepText = useStepText(store);
  const { draft } = form;
  const steps = stepsOf(store);
  return (
    <>
      <Select
        mt="sm"
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
      <AmountField
        mt="sm"
        label={t('settings.tolerance')}
        description={t('settings.tolerance.hint')}
        unit={store.currency}
        {...form.field('cash_variance_tolerance')}
      />
      <AmountField
        mt="sm"
        label={t('settings.cashLimit')}
        description={t('settings.cashLimit.hint')}
        unit={store.currency}
        {...form.field('cash_movement_limit')}
      />
      <AmountField
        mt="sm"
        label={t('settings.offlineReturns')}
        description={t('settings.offlineReturns.hint')}
        unit={store.currency}
        {...form.field('offline_return_limit')}
      />
      <AmountField
        mt="sm"
        label={t('settings.offlineReturnsDay')}
        description={t('settings.offlineReturnsDay.hint')}
        unit={store.currency}
        {...form.field('offline_return_day_limit')}
      />
      <Switch
        mt="sm"
        label={t('settings.shift')}
        description={t('settings.shift.hint')}
        checked={draft.require_shift}
        onChange={event => form.set({ require_shift: event.currentTarget.checked })}
      />
    </>
  );
}
