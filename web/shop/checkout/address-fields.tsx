import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../shared/i18n/index.js';
import { type Key, useT } from '../texts/index.js';
import type { DraftErrors } from './check-draft.js';
import type { AddressForm } from './checkout-storage.js';

const COUNTRIES = [
  ...['AT', 'AU', 'BE', 'CA', 'CH', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'IE', 'IT', 'JP'],
  ...['LU', 'MX', 'NL', 'NO', 'NZ', 'PL', 'PT', 'SE', 'SG', 'US'],
];

/** Country names in the reader's language, sorted. */
export function useCountries(): { value: string; label: string }[] {
  const { locale } = useI18n();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return COUNTRIES.map(value => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
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
  { name: 'region', text: 'address.region', fill: 'address-level1' },
];

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
  const countries = useCountries();
  const input = useInput(props);
  const { group, value, errors } = props;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {NAME.map(input)}
      </SimpleGrid>
      {STREET.map(input)}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {PLACE.map(input)}
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
