import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Key, useT } from '../texts/index.js';
import type { DraftErrors } from './check-draft.js';
import type { AddressForm } from './checkout-storage.js';

export type Field = {
  name: keyof AddressForm;
  text: Key;
  fill: string;
  required?: boolean;
  example?: string;
};

export type AddressProps = {
  group: 'shipping' | 'billing';
  value: AddressForm;
  errors: DraftErrors;
  onChange: (address: AddressForm) => void;
};

/** Renders one text field of an address. */
export function useInput({
  group,
  value,
  errors,
  onChange,
}: AddressProps): (field: Field) => ReactNode {
  const t = useT();
  return ({ name, text, fill, required = false, example }) => (
    <TextInput
      key={name}
      name={`${group}.${name}`}
      label={t(text)}
      placeholder={example}
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
