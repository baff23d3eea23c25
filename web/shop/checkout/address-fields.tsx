import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { COUNTRY_CODES, isCountryCode } from '../../../src/platform/countries.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { Store } from '../types.js';
import { type AddressProps, type Field, useInput } from './address-input.js';
import { movedTo, PlaceFields } from './place-fields.js';

/** Where the store ships to; a bill may go anywhere. */
const codesFor = ({ ships_to: served }: Store, group: AddressProps['group']): readonly string[] =>
  group === 'shipping' && served !== null ? served : COUNTRY_CODES;

/** Country names in the reader's language, sorted; that of a saved address is one of them. */
function useCountries({ group, value }: AddressProps): { value: string; label: string }[] {
  const { locale } = useI18n();
  const { store } = useShop();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const offered = codesFor(store, group);
  const isMore = isCountryCode(value.country) && !offered.includes(value.country);
  return [...offered, ...(isMore ? [value.country] : [])]
    .map(code => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

const NAME: readonly Field[] = [
  { name: 'firstName', text: 'address.firstName', fill: 'given-name', required: true },
  { name: 'lastName', text: 'address.lastName', fill: 'family-name', required: true },
];
const STREET: readonly Field[] = [
  { name: 'company', text: 'address.company', fill: 'organization' },
  { name: 'address', text: 'address.street', fill: 'address-line1', required: true },
  { name: 'apartment', text: 'address.apartment', fill: 'address-line2' },
];
const PHONE: Field = { name: 'phone', text: 'address.phone', fill: 'tel' };
const COLLECTOR: readonly Field[] = [
  { name: 'firstName', text: 'pickup.firstName', fill: 'given-name' },
  { name: 'lastName', text: 'pickup.lastName', fill: 'family-name' },
  PHONE,
];

/** Who collects an order; the store finds it by these. */
export function CollectorFields(props: AddressProps): ReactNode {
  const input = useInput(props);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      {COLLECTOR.map(input)}
    </SimpleGrid>
  );
}

/** The country comes first, because it decides which fields follow. */
export function AddressFields(props: AddressProps): ReactNode {
  const t = useT();
  const countries = useCountries(props);
  const input = useInput(props);
  const { group, value, errors, onChange } = props;
  return (
    <Stack gap="sm">
      <NativeSelect
        name={`${group}.country`}
        label={t('address.country')}
        withAsterisk
        autoComplete={`${group} country`}
        data={countries}
        value={value.country}
        error={errors[`${group}.country`]}
        onChange={event => onChange(movedTo(value, event.currentTarget.value))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {NAME.map(input)}
      </SimpleGrid>
      {STREET.map(input)}
      <PlaceFields {...props} />
      {input(PHONE)}
    </Stack>
  );
}
