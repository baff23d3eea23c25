import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useI18n } from '../../shared/i18n/index.js';
import { AddressFields } from '../checkout/address-fields.js';
import { wrongPlace } from '../checkout/check-draft.js';
import { type AddressForm, emptyAddress } from '../checkout/checkout-storage.js';
import { formOf } from '../checkout/saved-addresses.js';
import { Form } from '../parts/form.js';
import { Refusal } from '../parts/refusal.js';
import { type Key, useT } from '../texts/index.js';
import type { SavedAddress } from '../types.js';

const ALL = '/web-commerce/saved-addresses/';
export const ONE = '/web-commerce/saved-addresses/{id}/';

type Saved = { label: string; is_default: boolean; form: AddressForm };

/** Changes saved addresses and reloads the list. */
export function useAddressChange<Input>(act: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: ['addresses'] }),
  });
}

/** Adds an address, or changes `address`. */
export function AddressEditor(props: { address?: SavedAddress; onDone: () => void }): ReactNode {
  const { address, onDone } = props;
  const t = useT();
  const api = useApi();
  const { locale } = useI18n();
  const [saved, setSaved] = useState<Saved>({
    label: address?.label ?? '',
    is_default: address?.is_default ?? false,
    form:
      address === undefined
        ? emptyAddress(new Intl.Locale(locale).maximize().region ?? 'US')
        : formOf(address),
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useAddressChange<Saved>(({ form, label, is_default }) => {
    const { firstName, lastName, postalCode, ...rest } = form;
    const names = { first_name: firstName, last_name: lastName, postal_code: postalCode };
    const body = { ...rest, ...names, label, is_default };
    if (address === undefined) return answer(api.POST(ALL, { body }));
    return answer(api.PATCH(ONE, { params: { path: { id: address.id } }, body }));
  });
  const submit = (): void => {
    const found = Object.fromEntries(wrongIn(saved.form).map(([name, text]) => [name, t(text)]));
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(saved, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit}>
      <Refusal error={save.error} />
      <TextInput
        label={t('addresses.label')}
        placeholder={t('addresses.label.example')}
        maxLength={100}
        value={saved.label}
        onChange={event => setSaved({ ...saved, label: event.currentTarget.value })}
      />
      <AddressFields
        group="shipping"
        value={saved.form}
        errors={errors}
        onChange={form => setSaved({ ...saved, form })}
      />
      {address?.is_default !== true && (
        <Checkbox
          label={t('addresses.asDefault')}
          checked={saved.is_default}
          onChange={event => setSaved({ ...saved, is_default: event.currentTarget.checked })}
        />
      )}
      <Button type="submit" loading={save.isPending}>
        {t('app.save')}
      </Button>
    </Form>
  );
}

/** A saved address needs no name. */
const wrongIn = (form: AddressForm): [string, Key][] =>
  [
    ...(['address', 'city'] as const)
      .filter(name => form[name].trim() === '')
      .map((name): [string, Key] => [name, `need.${name}`]),
    ...wrongPlace(form),
  ].map(([name, text]) => [`shipping.${name}`, text]);
