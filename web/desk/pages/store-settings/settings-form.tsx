import {
  Fieldset,
  Group,
  type InputWrapperProps,
  NumberInput,
  Select,
  SimpleGrid,
  TagsInput,
  Textarea,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '../../../shared/i18n/index.js';
import { AmountField } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Store, TaxClass } from '../../types.js';
import { CashFields, TaxFields } from './money-fields.js';
import { type SettingsDraftForm, useSettingsForm } from './use-settings-form.js';

const MAX_DAYS = 36_500;
const MAX_POINTS = 1000;
const MAX_POINTS_MONTHS = 120;
const MAX_CARD_MONTHS = 600;
const MAX_LAYAWAY_DAYS = 366;
const MAX_NETWORKS = 20;
/** Fields side by side keep one line, however long their hints are. */
const HINT_BELOW: InputWrapperProps['inputWrapperOrder'] = [
  'label',
  'input',
  'description',
  'error',
];

export function SettingsForm(props: {
  store: Store;
  classes: TaxClass[];
  onClose: () => void;
}): ReactNode {
  const { store, classes } = props;
  const t = useT();
  const { may } = useDesk();
  const form = useSettingsForm(props);
  return (
    <FormDialog title={store.name} size="lg" submit={t('app.save')} {...form.dialog}>
      <Fieldset legend={t('settings.money')}>
        <TaxFields form={form} classes={classes} />
        <CashFields form={form} store={store} />
      </Fieldset>
      <Fieldset legend={t('settings.points')}>
        <PointFields form={form} store={store} />
      </Fieldset>
      <Fieldset legend={t('settings.layaway')}>
        <LayawayFields form={form} store={store} />
      </Fieldset>
      <Fieldset legend={t('settings.papers')}>
        <PaperFields form={form} />
        {may('store.manage') && <PrinterNetworks form={form} />}
      </Fieldset>
    </FormDialog>
  );
}

function PointFields({ form, store }: { form: SettingsDraftForm; store: Store }): ReactNode {
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

function LayawayFields({ form, store }: { form: SettingsDraftForm; store: Store }): ReactNode {
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

function PaperFields({ form }: { form: SettingsDraftForm }): ReactNode {
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

/** Which machines the service connects to; only administrators decide that. */
function PrinterNetworks({ form }: { form: SettingsDraftForm }): ReactNode {
  const t = useT();
  return (
    <TagsInput
      mt="sm"
      label={t('settings.printers')}
      description={t('settings.printers.hint')}
      maxTags={MAX_NETWORKS}
      splitChars={[',', ' ']}
      {...form.field('printer_networks')}
    />
  );
}
