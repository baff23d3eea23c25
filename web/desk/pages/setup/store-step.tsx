import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { useI18n } from '../../../shared/i18n/index.js';
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
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { openStore } from './calls.js';

type Form = ReturnType<typeof useStoreForm>;

/** Name, address and country; the country suggests the rest. */
export function StoreStep(): ReactNode {
  const countries = useKnownCountries();
  return <Show query={countries}>{known => <StoreForm countries={known} />}</Show>;
}

const bodyOf = (draft: StoreDraft) => {
  const { tax_name: _name, standard_rate: _standard, reduced_rate: _reduced, ...store } = draft;
  return { ...store, name: store.name.trim(), tax: taxOf(draft) };
};

function useStoreForm() {
  const t = useT();
  const api = useApi();
  const { language } = useI18n();
  return useForm({
    start: () => emptyStore(language),
    save: draft => openStore(api, bodyOf(draft)),
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
        {draft.country !== '' && (
          <>
            <Fieldset legend={t('setup.store.money')}>
              <MoneyFields form={form} hint={t('setup.store.currency.hint')} />
            </Fieldset>
            <Fieldset legend={t('nav.taxes')}>
              <Stack gap="sm">
                <TaxFields
                  form={form}
                  country={countries.find(one => one.code === draft.country)}
                />
                <IncludeSwitch form={form} />
              </Stack>
            </Fieldset>
          </>
        )}
        {dialog.error ? <Failed error={dialog.error} /> : null}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={dialog.isBusy}
            disabled={!(hasPlace(draft) && hasTax(draft))}
          >
            {t('setup.store.open')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PlaceFields({ form, countries }: { form: Form; countries: Country[] }): ReactNode {
  const t = useT();
  const choose = (code: string): void => {
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
