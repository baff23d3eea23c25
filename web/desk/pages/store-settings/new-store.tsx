import { Alert, Fieldset, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { countryCodeOf } from '../../../../src/platform/countries.js';
import { useApi } from '../../../shared/api/index.js';
import { type Language, useI18n } from '../../../shared/i18n/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { AddressFields, CountryField } from '../../parts/store-form/address-fields.js';
import {
  type Country,
  defaultsOf,
  emptyStore,
  hasPlace,
  hasTax,
  type StoreDraft,
  taxOf,
} from '../../parts/store-form/draft.js';
import { IncludeSwitch, MoneyFields, TaxFields } from '../../parts/store-form/money-fields.js';
import { useKnownCountries } from '../../parts/store-form/use-known-countries.js';
import { useDesk } from '../../state/desk.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { TaxPlacesField } from './tax-places-field.js';

const CODE = /^[A-Z0-9][A-Z0-9_-]{0,31}$/;

/** As the first run sets it for the first store. */
const POLICY = { discount_percent_above: 20, below_cost: true };

type NewDraft = StoreDraft & {
  code: string;
  tax_jurisdiction_ids: string[];
  /** Whether a tax is added with the store. */
  has_tax: boolean;
};

const startOf = (language: Language, stores: readonly Store[]): NewDraft => ({
  ...emptyStore(language),
  currency: stores[0]?.currency ?? '',
  code: '',
  tax_jurisdiction_ids: [],
  has_tax: false,
});

const bodyOf = (draft: NewDraft) => {
  const { tax_name: _name, standard_rate: _standard, reduced_rate: _reduced, ...rest } = draft;
  const { has_tax: hasOwn, ...store } = rest;
  return {
    ...store,
    name: store.name.trim(),
    shipping_tax_class: 'standard',
    approval_policy: POLICY,
    ...(hasOwn && { tax: taxOf(draft) }),
  };
};

/**
 * Taxes of the chain's stores in the country. Where each state or province has its own, a store of
 * another place says nothing.
 */
function taxesOf(country: string, stores: readonly Store[]): string[] {
  if (country === 'US' || country === 'CA') return [];
  const neighbour = stores.find(
    store => countryCodeOf(store.country) === country && store.tax_jurisdictions.length > 0,
  );
  return neighbour?.tax_jurisdictions.map(({ id }) => id) ?? [];
}

function useNewStore(onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { stores } = useDesk();
  const { language } = useI18n();
  return useForm({
    start: () => startOf(language, stores),
    check: ({ code }): Problems => (CODE.test(code) ? {} : { code: t('newStore.code.shape') }),
    save: draft => answer(api.POST('/stores/', { body: bodyOf(draft) })),
    changes: [['desk'], ['setup'], ['taxes'], ['jurisdictions']],
    done: ({ name }) => t('setup.store.opened', { name }),
    onClose,
  });
}

type Form = ReturnType<typeof useNewStore>;

/** Opens a further store. The country suggests money, language and taxes, as in the first run. */
export function NewStore({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const { data: countries = [] } = useKnownCountries();
  const { stores } = useDesk();
  const form = useNewStore(onClose);
  const { draft } = form;
  const isNewCurrency = stores.every(({ currency }) => currency !== draft.currency);
  return (
    <FormDialog
      title={t('newStore.title')}
      size="lg"
      submit={t('setup.store.open')}
      isReady={hasPlace(draft) && draft.code !== '' && (!draft.has_tax || hasTax(draft))}
      {...form.dialog}
    >
      <PlaceFields form={form} countries={countries} />
      {draft.country !== '' && (
        <>
          <Fieldset legend={t('setup.store.money')}>
            <MoneyFields
              form={form}
              hint={isNewCurrency ? t('newStore.currency.hint') : undefined}
            />
          </Fieldset>
          <Fieldset legend={t('nav.taxes')}>
            <Taxes form={form} country={countries.find(one => one.code === draft.country)} />
          </Fieldset>
        </>
      )}
    </FormDialog>
  );
}

function PlaceFields({ form, countries }: { form: Form; countries: Country[] }): ReactNode {
  const t = useT();
  const { stores } = useDesk();
  const choose = (code: string): void => {
    const country = countries.find(one => one.code === code);
    const taxes = taxesOf(code, stores);
    form.set({
      country: code,
      ...(country && defaultsOf(country, form.draft.time_zone)),
      tax_jurisdiction_ids: taxes,
      has_tax: taxes.length === 0,
    });
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t('setup.store.name')}
        data-autofocus
        required
        maxLength={255}
        {...form.text('name')}
      />
      <TextInput
        label={t('newStore.code')}
        description={t('newStore.code.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={32}
        {...form.text('code')}
      />
      <CountryField
        description={t('setup.store.country.hint')}
        required
        value={form.draft.country}
        onChange={choose}
        error={form.errorOf('country')}
      />
      <AddressFields form={form} />
    </SimpleGrid>
  );
}

function Taxes({ form, country }: { form: Form; country: Country | undefined }): ReactNode {
  const t = useT();
  const { has_tax: hasOwn, tax_jurisdiction_ids: chosen } = form.draft;
  return (
    <Stack gap="sm">
      <TaxPlacesField
        description={t('newStore.taxes.hint')}
        {...form.field('tax_jurisdiction_ids')}
      />
      <Switch
        label={t('newStore.tax')}
        checked={hasOwn}
        onChange={event => form.set({ has_tax: event.currentTarget.checked })}
      />
      {hasOwn && <TaxFields form={form} country={country} />}
      {!hasOwn && chosen.length === 0 && <Alert>{t('newStore.untaxed')}</Alert>}
      <IncludeSwitch form={form} />
    </Stack>
  );
}
