import { Alert, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { LANGUAGES, type Language } from '../../../shared/i18n/index.js';
import { useT } from '../../texts/index.js';
import { AmountField } from '../fields.js';
import type { Typed } from '../typed.js';
import type { Country, Rounding, StoreDraft } from './draft.js';

const RATE_DIGITS = 4;
const ROUNDINGS: Rounding[] = ['none', '0.05', '0.10', '0.50', '1.00'];

export type StoreForm = {
  draft: StoreDraft;
  set: (change: Partial<StoreDraft>) => void;
  errorOf: (name: string) => string | undefined;
  field: (name: 'standard_rate' | 'reduced_rate') => {
    value: Typed;
    onChange: (value: Typed) => void;
    error: string | undefined;
  };
  text: (name: 'tax_name') => {
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    error: string | undefined;
  };
};

/** Currency, time zone, language and cash rounding of a store that opens. */
export function MoneyFields(props: { form: StoreForm; hint: string | undefined }): ReactNode {
  const { form, hint } = props;
  const t = useT();
  const { draft } = form;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t('settings.currency')}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        allowDeselect={false}
        data={Intl.supportedValuesOf('currency')}
        value={draft.currency || null}
        onChange={value => value !== null && form.set({ currency: value })}
        error={form.errorOf('currency')}
      />
      <ZoneField
        value={draft.time_zone}
        onChange={time_zone => form.set({ time_zone })}
        error={form.errorOf('time_zone')}
      />
      <Select
        label={t('settings.language')}
        allowDeselect={false}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={draft.language}
        onChange={value => value !== null && form.set({ language: value as Language })}
      />
      <Select
        label={t('settings.rounding')}
        allowDeselect={false}
        data={ROUNDINGS.map(value => ({
          value,
          label: value === 'none' ? t('settings.rounding.none') : value,
        }))}
        value={draft.cash_rounding}
        onChange={value => value !== null && form.set({ cash_rounding: value as Rounding })}
        error={form.errorOf('cash_rounding')}
      />
    </SimpleGrid>
  );
}

export function ZoneField(props: {
  value: string;
  onChange: (zone: string) => void;
  error: string | undefined;
}): ReactNode {
  const { value, onChange, error } = props;
  const t = useT();
  return (
    <Select
      label={t('settings.time_zone')}
      searchable
      allowDeselect={false}
      data={[...new Set([value, ...Intl.supportedValuesOf('timeZone')])]}
      value={value}
      onChange={zone => zone !== null && onChange(zone)}
      error={error}
    />
  );
}

export function IncludeSwitch({ form }: { form: StoreForm }): ReactNode {
  const t = useT();
  return (
    <Switch
      label={t('settings.include')}
      checked={form.draft.prices_include_tax}
      onChange={event => form.set({ prices_include_tax: event.currentTarget.checked })}
    />
  );
}

/** Name and rates of a tax that opens with its store. Without `country` nothing is suggested. */
export function TaxFields(props: { form: StoreForm; country: Country | undefined }): ReactNode {
  const { form, country } = props;
  const t = useT();
  const format = useFormat();
  const others = (country?.other_rates ?? []).map(rate =>
    format.percent(Number(rate), RATE_DIGITS),
  );
  const rate = { unit: '%', decimalScale: RATE_DIGITS, max: 99 };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label={t('setup.store.tax')}
          required
          maxLength={255}
          {...form.text('tax_name')}
        />
        <AmountField
          label={t('setup.store.standard')}
          required
          {...rate}
          {...form.field('standard_rate')}
        />
        <AmountField label={t('setup.store.reduced')} {...rate} {...form.field('reduced_rate')} />
      </SimpleGrid>
      {country?.code === 'US' && <Alert>{t('setup.store.us')}</Alert>}
      {country?.code === 'CA' && <Alert>{t('setup.store.ca')}</Alert>}
      {others.length > 0 && <Alert>{t('setup.store.others', { rates: others.join(', ') })}</Alert>}
      {country === undefined && <Alert>{t('setup.store.unknown')}</Alert>}
    </>
  );
}
