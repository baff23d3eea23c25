import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { AddressFields, CountryField } from '../../parts/store-form/address-fields.js';
import { ZoneField } from '../../parts/store-form/money-fields.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

const FIELDS = [
  'name',
  'address',
  'city',
  'region',
  'postal_code',
  'country',
  'email',
  'phone',
  'time_zone',
  'pickup_enabled',
  'pay_at_store_enabled',
] as const;
type Details = Pick<Store, (typeof FIELDS)[number]>;

const LENGTHS = { name: 255, email: 254, phone: 50 };

/** Name, address and contact of a store; receipts and mails show them. */
export function DetailsForm({ store, onClose }: { store: Store; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: (): Details =>
      Object.fromEntries(FIELDS.map(name => [name, store[name]])) as unknown as Details,
    record: { type: 'stores', id: store.id, path: `/stores/${store.code}/`, shown: store },
    save: (draft, condition) => {
      // Only what differs: another person may have changed the rest meanwhile.
      const changed = FIELDS.filter(name => draft[name] !== store[name]);
      const body = Object.fromEntries(changed.map(name => [name, draft[name]]));
      const params = { path: { store: store.code } };
      return answer(api.PATCH('/stores/{store}/', { params, body, ...condition }));
    },
    changes: [['desk']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
  const toggle = (name: 'pickup_enabled' | 'pay_at_store_enabled') => ({
    label: t(`settings.${name}`),
    checked: form.draft[name],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      form.set({ [name]: event.currentTarget.checked }),
  });
  return (
    <FormDialog
      title={store.name}
      size="lg"
      submit={t('app.save')}
      isReady={form.draft.name.trim() !== ''}
      {...form.dialog}
    >
      <TextInput
        label={t('settings.name')}
        data-autofocus
        maxLength={LENGTHS.name}
        {...form.text('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CountryField {...form.field('country')} />
        <AddressFields form={form} />
        <TextInput label={t('settings.phone')} maxLength={LENGTHS.phone} {...form.text('phone')} />
        <TextInput
          type="email"
          label={t('settings.email')}
          maxLength={LENGTHS.email}
          {...form.text('email')}
        />
        <ZoneField {...form.field('time_zone')} />
      </SimpleGrid>
      <Switch {...toggle('pickup_enabled')} />
      <Switch {...toggle('pay_at_store_enabled')} />
    </FormDialog>
  );
}
