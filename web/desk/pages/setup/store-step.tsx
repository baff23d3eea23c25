import {
  Alert,
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LANGUAGES, type Language, useI18n } from '../../../shared/i18n/index.js';
import { AmountField } from '../../parts/fields.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { type Country, openStore, type Rounding, readCountries } from './calls.js';
import { COUNTRY_CODES, defaultsOf, emptyStore, isReady, storeBody } from './store-draft.js';

const RATE_DIGITS = 4;
const ROUNDINGS: Rounding[] = ['none', '0.05', '0.10', '0.50', '1.00'];

type Form = ReturnType<typeof useStoreForm>;

/** Name, address and country; the country suggests the rest. */
export function StoreStep(): ReactNode {
  const api = useApi();
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: () => readCountries(api),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Show query={countries}>{known => <StoreForm countries={known} />}</Show>;
}

function useStoreForm() {
  const t = useT();
  const api = useApi();
  const { language } = useI18n();
  return useForm({
    start: () => emptyStore(language),
    save: draft => openStore(api, storeBody(draft)),
    changes: [['desk'], ['setup']],
    done: ({ name }) => t('setup.store.opened', { name }),
    onClose: () => undefined,
  });
}

function StoreForm({ countries }: { countries: Country[] }): ReactNode {
  const t = useT();
  const form = useStoreForm();
  const { dialog, draft } = form;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    dialog.onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <PlaceFields form={form} countries={countries} />
        {draft.country !== null && (
          <>
            <Fieldset legend={t('setup.store.money')}>
              <MoneyFields form={form} />
            </Fieldset>
            <Fieldset legend={t('nav.taxes')}>
              <TaxFields form={form} country={countries.find(one => one.code === draft.country)} />
            </Fieldset>
          </>
        )}
        {dialog.error ? <Failed error={dialog.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={dialog.isBusy} disabled={!isReady(draft)}>
            {t('setup.store.open')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useCountryNames(): { value: string; label: string }[] {
  const { locale } = useI18n();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return COUNTRY_CODES.map(value => ({ value, label: names.of(value) ?? value })).toSorted(
    (one, other) => one.label.localeCompare(other.label, locale),
  );
}

function PlaceFields({ form, countries }: { form: Form; countries: Country[] }): ReactNode {
  const t = useT();
  const names = useCountryNames();
  const choose = (code: string | null): void => {
    const country = countries.find(one => one.code === code);
    form.set({ country: code, ...(country && defaultsOf(country, form.draft.time_zone)) });
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('setup.store.name')}
        required
        maxLength={255}
        autoComplete="organization"
        {...form.text('name')}
      />
      <Select
        label={t('setup.store.country')}
        description={t('setup.store.country.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        searchable
        data={names}
        value={form.draft.country}
        onChange={choose}
        error={form.errorOf('country')}
      />
      <TextInput label={t('setup.store.address')} maxLength={255} {...form.text('address')} />
      <TextInput label={t('setup.store.city')} maxLength={100} {...form.text('city')} />
      <TextInput label={t('setup.store.postal')} maxLength={20} {...form.text('postal_code')} />
      <TextInput label={t('setup.store.region')} maxLength={100} {...form.text('region')} />
    </SimpleGrid>
  );
}

function MoneyFields({ form }: { form: Form }): ReactNode {
  const t = useT();
  const { draft } = form;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t('setup.store.currency')}
        description={t('setup.store.currency.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        allowDeselect={false}
        data={Intl.supportedValuesOf('currency')}
        value={draft.currency || null}
        onChange={value => value !== null && form.set({ currency: value })}
        error={form.errorOf('currency')}
      />
      <Select
        label={t('setup.store.zone')}
        searchable
        allowDeselect={false}
        data={[...new Set([draft.time_zone, ...Intl.supportedValuesOf('timeZone')])]}
        value={draft.time_zone}
        onChange={value => value !== null && form.set({ time_zone: value })}
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

function TaxFields({ form, country }: { form: Form; country: Country | undefined }): ReactNode {
  const t = useT();
  const format = useFormat();
  const others = (country?.other_rates ?? []).map(rate =>
    format.percent(Number(rate), RATE_DIGITS),
  );
  const rate = { unit: '%', decimalScale: RATE_DIGITS, max: 99 };
  return (
    <Stack gap="sm">
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
      <Switch
        label={t('settings.include')}
        checked={form.draft.prices_include_tax}
        onChange={event => form.set({ prices_include_tax: event.currentTarget.checked })}
      />
      {country?.code === 'US' && <Alert>{t('setup.store.us')}</Alert>}
      {country?.code === 'CA' && <Alert>{t('setup.store.ca')}</Alert>}
      {others.length > 0 && <Alert>{t('setup.store.others', { rates: others.join(', ') })}</Alert>}
      {country === undefined && <Alert>{t('setup.store.unknown')}</Alert>}
    </Stack>
  );
}
