import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  placeFieldsOf,
  postalCodeKindOf,
  regionKindOf,
} from '../../../src/platform/addresses/place-fields.js';
import {
  isPostalCodeRequired,
  postalCodeExample,
} from '../../../src/platform/addresses/postal-codes.js';
import { regionsOf } from '../../../src/platform/addresses/regions-of.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import { type AddressProps, type Field, useInput } from './address-input.js';
import type { AddressForm } from './checkout-storage.js';

/** City, region and postal code: those that the country has, in its order and by its names. */
export function PlaceFields(props: AddressProps): ReactNode {
  const t = useT();
  const input = useInput(props);
  const { store } = useShop();
  const { group, value, errors, onChange } = props;
  const { country } = value;
  const isRegionNeeded = group === 'shipping' && store.needs_region.includes(country);
  const regions = regionsOf(country);
  // A region of an older address may be a name.
  const isListed = value.region === '' || regions.some(({ code }) => code === value.region);
  const city: Field = { name: 'city', text: 'address.city', fill: 'address-level2' };
  const example = postalCodeExample(country);
  const shown = placeFieldsOf(country);
  const fields =
    isRegionNeeded && !shown.includes('region') ? [...shown, 'region' as const] : shown;
  const rendered = {
    city: () => input({ ...city, required: true }),
    postalCode: () =>
      input({
        name: 'postalCode',
        text: `address.${postalCodeKindOf(country)}`,
        fill: 'postal-code',
        required: isPostalCodeRequired(country),
        example: example === '' ? undefined : t('address.example', { code: example }),
      }),
    region: () =>
      regions.length === 0 ? (
        input({
          name: 'region',
          text: `address.${regionKindOf(country)}`,
          fill: 'address-level1',
          required: isRegionNeeded,
        })
      ) : (
        <NativeSelect
          key="region"
          name={`${group}.region`}
          label={t(`address.${regionKindOf(country)}`)}
          withAsterisk
          autoComplete={`${group} address-level1`}
          data={[
            { value: '', label: t('address.choose') },
            ...regions.map(({ code, name }) => ({ value: code, label: name })),
            ...(isListed ? [] : [{ value: value.region, label: value.region }]),
          ]}
          value={value.region}
          error={errors[`${group}.region`]}
          onChange={event => onChange({ ...value, region: event.currentTarget.value })}
        />
      ),
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: fields.length }} spacing="sm">
      {fields.map(field => rendered[field]())}
    </SimpleGrid>
  );
}

/** What was typed for another country stays only where the new one asks for it. */
export function movedTo(address: AddressForm, country: string): AddressForm {
  const fields = placeFieldsOf(country);
  const regions = regionsOf(country);
  const isRegionKept =
    fields.includes('region') &&
    (regions.length === 0 || regions.some(({ code }) => code === address.region));
  return {
    ...address,
    country,
    region: isRegionKept ? address.region : '',
    postalCode: fields.includes('postalCode') ? address.postalCode : '',
  };
}
