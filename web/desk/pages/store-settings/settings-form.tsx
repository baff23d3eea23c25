import {
  Fieldset,
  Group,
  type InputWrapperProps,
  NumberInput,
  Select,
  SimpleGrid,
  Switch,
  Textarea,
} from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { LANGUAGES, type Language } from '../../../shared/i18n/index.js';
import { AmountField } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store, TaxClass } from '../../types.js';
import { changesOf, draftOf } from './changes.js';
import { stepsOf, useStepText } from './rounding.js';
import { TaxPlacesField } from './tax-places-field.js';

const SOURCINGS = ['origin', 'destination'] as const;
/** Not the code of a class: those start with a letter or a digit. */
const UNTAXED = '-';
const MAX_DAYS = 36_500;
const MAX_POINTS = 1000;
const MAX_POINTS_MONTHS = 120;
const MAX_CARD_MONTHS = 600;
const MAX_LAYAWAY_DAYS = 366;
/** Fields side by side keep one line, however long their hints are. */
const HINT_BELOW: InputWrapperProps['inputWrapperOrder'] = [
  'label',
  'input',
  'description',
  'error',
];

type FormProps = { store: Store; classes: TaxClass[]; onClose: () => void };
type Form = ReturnType<typeof useSettingsForm>;

export function SettingsForm(props: FormProps): ReactNode {
  const { store, classes } = props;
  const t = useT();
  const form = useSettingsForm(props);
  return (
    <FormDialog title={store.name} size="lg" submit={t('app.save')} {...form.dialog}>
      <Fieldset legend={t('settings.money')}>
        <MoneyFields form={form} store={store} classes={classes} />
      </Fieldset>
      <Fieldset legend={t('settings.points')}>
        <PointFields form={form} store={store} />
      </Fieldset>
      <Fieldset legend={t('settings.layaway')}>
        <LayawayFields form={form} store={store} />
      </Fieldset>
      <Fieldset legend={t('settings.papers')}>
        <PaperFields form={form} />
      </Fieldset>
    </FormDialog>
  );
}

function useSettingsForm({ store, onClose }: FormProps) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => draftOf(store),
    record: { type: 'stores', id: store.id, path: `/stores/${store.code}/`, shown: store },
    save: (draft, condition) => {
      const params = { path: { store: store.code } };
      const body = changesOf(store, draft);
      return answer(api.PATCH('/stores/{store}/', { params, body, ...condition }));
    },
    changes: [['desk'], ['taxes'], ['jurisdictions']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
}

function MoneyFields(props: { form: Form; store: Store; classes: TaxClass[] }): ReactNode {
  const { form, store, classes } = props;
  const t = useT();
  const stepText = useStepText(store);
  const { draft } = form;
  const steps = stepsOf(store);
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

function PointFields({ form, store }: { form: Form; store: Store }): ReactNode {
  const t = useT();
  return (
    <SimpleGrid cols={2} spacing="md" verticalSpacing="sm">
      <NumberInput
        label={t('settings.points.earned')}
        description={t('settings.points.earned.hint', { currency: store.currency })}
        inputWrapperOrder={HINT_BELOW}
        allowDecimal={false}
        allowNegative={false}
        max={MAX_POINTS}
        {...form.field('loyalty_points_per_unit')}
      />
      <AmountField
        label={t('settings.points.value')}
        description={t('settings.points.value.hint')}
        inputWrapperOrder={HINT_BELOW}
        unit={store.currency}
        decimalScale={4}
        fixedDecimalScale={false}
        {...form.field('points_value')}
      />
      <NumberInput
        label={t('settings.points.months')}
        description={t('settings.months.hint')}
        inputWrapperOrder={HINT_BELOW}
        allowDecimal={false}
        allowNegative={false}
        max={MAX_POINTS_MONTHS}
        {...form.field('points_months')}
      />
      <NumberInput
        label={t('settings.cards.months')}
        description={t('settings.months.hint')}
        inputWrapperOrder={HINT_BELOW}
        allowDecimal={false}
        allowNegative={false}
        max={MAX_CARD_MONTHS}
        {...form.field('gift_card_months')}
      />
    </SimpleGrid>
  );
}

function LayawayFields({ form, store }: { form: Form; store: Store }): ReactNode {
  const t = useT();
  return (
    <Group grow align="flex-start">
      <NumberInput
        label={t('settings.layaway.days')}
        description={t('settings.layaway.days.hint')}
        inputWrapperOrder={HINT_BELOW}
        allowDecimal={false}
        allowNegative={false}
        max={MAX_LAYAWAY_DAYS}
        {...form.field('layaway_days')}
      />
      <AmountField
        label={t('settings.layaway.fee')}
        description={t('settings.layaway.fee.hint')}
        inputWrapperOrder={HINT_BELOW}
        unit={store.currency}
        {...form.field('layaway_fee')}
      />
    </Group>
  );
}

function PaperFields({ form }: { form: Form }): ReactNode {
  const t = useT();
  const { draft } = form;
  return (
    <>
      <Select
        label={t('settings.language')}
        description={t('settings.language.hint')}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        value={draft.language}
        onChange={value => form.set({ language: value as Language })}
        error={form.errorOf('language')}
      />
      <Textarea
        mt="sm"
        label={t('settings.footer')}
        autosize
        maxLength={500}
        {...form.text('receipt_footer')}
      />
      <NumberInput
        mt="sm"
        label={t('settings.retention')}
        description={t('settings.retention.hint')}
        allowDecimal={false}
        allowNegative={false}
        max={MAX_DAYS}
        {...form.field('customer_retention_days')}
      />
    </>
  );
}
