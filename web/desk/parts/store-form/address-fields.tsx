import { Select, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import {
  type PlaceField,
  placeFieldsOf,
  postalCodeKindOf,
  regionKindOf,
} from '../../../../src/platform/addresses/place-fields.js';
import { regionsOf } from '../../../../src/platform/addresses/regions-of.js';
import { countryCodeOf } from '../../../../src/platform/countries.js';
import { useT } from '../../texts/index.js';
import { useCountries } from './use-countries.js';

type Address = {
  address: string;
  city: string;
  region: string;
  postal_code: string;
  /** A code; addresses that came from elsewhere may have a name. */
  country: string;
};

type AddressForm = {
  draft: Address;
  set: (change: Partial<Address>) => void;
  errorOf: (name: string) => string | undefined;
  text: (name: keyof Address) => {
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    error: string | undefined;
  };
};

const LENGTHS = { address: 255, city: 100, region: 100, postal_code: 20 };

/** The country, chosen from a list. */
export function CountryField(props: {
  value: string;
  onChange: (code: string) => void;
  error?: string;
  description?: string;
  required?: boolean;
}): ReactNode {
  const { value, onChange, error, ...field } = props;
  const t = useT();
  const countries = useCountries();
  const code = countryCodeOf(value) ?? value;
  const isListed = code === '' || countries.some(country => country.value === code);
  return (
    <Select
      label={t('settings.country')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('list.none')}
      data={isListed ? countries : [...countries, { value: code, label: code }]}
      value={code === '' ? null : code}
      onChange={chosen => chosen !== null && onChange(chosen)}
      error={error}
      {...field}
    />
  );
}

/** The street, and what addresses of the country have beside it, in its order and by its names. */
export function AddressFields({ form }: { form: AddressForm }): ReactNode {
  const t = useT();
  const { draft } = form;
  const country = countryCodeOf(draft.country) ?? '';
  const filled = { city: draft.city, region: draft.region, postalCode: draft.postal_code };
  const usual = placeFieldsOf(country);
  const others = (['postalCode', 'city', 'region'] as const).filter(
    // The region decides taxes and shipping also where addresses do not name it.
    name => !usual.includes(name) && (filled[name] !== '' || name === 'region'),
  );
  const postal = postalCodeKindOf(country);
  const rendered: Record<PlaceField, () => ReactNode> = {
    city: () => (
      <TextInput
        key="city"
        label={t('settings.city')}
        maxLength={LENGTHS.city}
        {...form.text('city')}
      />
    ),
    postalCode: () => (
      <TextInput
        key="postalCode"
        label={t(postal === 'postalCode' ? 'settings.postal_code' : `settings.${postal}`)}
        maxLength={LENGTHS.postal_code}
        {...form.text('postal_code')}
      />
    ),
    region: () => <RegionField key="region" form={form} country={country} />,
  };
  return (
    <>
      <TextInput
        label={t('settings.address')}
        maxLength={LENGTHS.address}
        {...form.text('address')}
      />
      {[...usual, ...others].map(name => rendered[name]())}
    </>
  );
}

function RegionField({ form, country }: { form: AddressForm; country: string }): ReactNode {
  const t = useT();
  const { region } = form.draft;
  const label = t(`settings.${regionKindOf(country)}`);
  const regions = regionsOf(country).map(({ code, name }) => ({ value: code, label: name }));
  if (regions.length === 0) {
    return <TextInput label={label} maxLength={LENGTHS.region} {...form.text('region')} />;
  }
  // A region of an older address may be a name.
  const isListed = region === '' || regions.some(({ value }) => value === region);
  return (
    <Select
      label={label}
      searchable
      clearable
      nothingFoundMessage={t('list.none')}
      data={isListed ? regions : [...regions, { value: region, label: region }]}
      value={region === '' ? null : region}
      onChange={chosen => form.set({ region: chosen ?? '' })}
      error={form.errorOf('region')}
    />
  );
}
