import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { COUNTRY_CODES } from '../../../src/platform/countries.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import { type Key, useT } from '../texts/index.js';
import type { Store } from '../types.js';
import type { DraftErrors } from './check-draft.js';
import type { AddressForm } from './checkout-storage.js';

const COUNTRIES = [
  ...['AT', 'AU', 'BE', 'CA', 'CH', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'IE', 'IT', 'JP'],
  ...['LU', 'MX', 'NL', 'NO', 'NZ', 'PL', 'PT', 'SE', 'SG', 'US'],
];

/** Where the store ships to; a bill may go anywhere. */
function codesFor({ ships_to: served, shipping_rates: rates }: Store, group: Props['group']) {
  if (group === 'shipping' && served !== null) return served;
  return rates.length === 0 ? COUNTRY_CODES : COUNTRIES;
}

/** Country names in the reader's language, sorted. */
function useCountries(group: Props['group']): { value: string; label: string }[] {
  const { locale } = useI18n();
  const { store } = useShop();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const codes = codesFor(store, group);
  return codes
    .map(value => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

type Field = { name: keyof AddressForm; text: Key; fill: string; required?: boolean };

const NAME: readonly Field[] = [
  { name: 'firstName', text: 'address.firstName', fill: 'given-name', required: true },
  { name: 'lastName', text: 'address.lastName', fill: 'family-name', required: true },
];
const STREET: readonly Field[] = [
  { name: 'company', text: 'address.company', fill: 'organization' },
  { name: 'address', text: 'address.street', fill: 'address-line1', required: true },
  { name: 'apartment', text: 'address.apartment', fill: 'address-line2' },
];
const PLACE: readonly Field[] = [
  { name: 'postalCode', text: 'address.postalCode', fill: 'postal-code', required: true },
  { name: 'city', text: 'address.city', fill: 'address-level2', required: true },
];
const REGION: Field = { name: 'region', text: 'address.region', fill: 'address-level1' };

const PHONE: Field = { name: 'phone', text: 'address.phone', fill: 'tel' };
const COLLECTOR: readonly Field[] = [
  { name: 'firstName', text: 'pickup.firstName', fill: 'given-name' },
  { name: 'lastName', text: 'pickup.lastName', fill: 'family-name' },
  PHONE,
];

type Props = {
  group: 'shipping' | 'billing';
  value: AddressForm;
  errors: DraftErrors;
  onChange: (address: AddressForm) => void;
};

/** Renders one text field of an address. */
function useInput({ group, value, errors, onChange }: Props): (field: Field) => ReactNode {
  const t = useT();
  return ({ name, text, fill, required = false }) => (
    <TextInput
      key={name}
      name={`${group}.${name}`}
      label={t(text)}
      withAsterisk={required}
      autoComplete={`${group} ${fill}`}
      maxLength={name === 'postalCode' ? 20 : 100}
      type={name === 'phone' ? 'tel' : 'text'}
      value={value[name]}
      error={errors[`${group}.${name}`]}
      onChange={event => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  );
}

/** Who collects an order; the store finds it by these. */
export function CollectorFields(props: Props): ReactNode {
  const input = useInput(props);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      {COLLECTOR.map(input)}
    </SimpleGrid>
  );
}

export function AddressFields(props: Props): ReactNode {
  const t = useT();
  const countries = useCountries(props.group);
  const input = useInput(props);
  const { store } = useShop();
  const { group, value, errors } = props;
  const isRegionNeeded = group === 'shipping' && store.needs_region.includes(value.country);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {NAME.map(input)}
      </SimpleGrid>
      {STREET.map(input)}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {PLACE.map(input)}
        {input({ ...REGION, required: isRegionNeeded })}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          name={`${group}.country`}
          label={t('address.country')}
          withAsterisk
          autoComplete={`${group} country`}
          data={countries}
          value={value.country}
          error={errors[`${group}.country`]}
          onChange={event => props.onChange({ ...value, country: event.currentTarget.value })}
        />
        {input(PHONE)}
      </SimpleGrid>
    </Stack>
  );
}
