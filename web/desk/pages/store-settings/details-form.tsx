import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
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

const LENGTHS: Partial<Record<keyof Details, number>> = {
  name: 255,
  address: 255,
  postal_code: 20,
  email: 254,
  phone: 50,
};
const MAX_LENGTH = 100;

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
  const field = (name: Exclude<keyof Details, `${string}_enabled`>) => ({
    label: t(`settings.${name}`),
    maxLength: LENGTHS[name] ?? MAX_LENGTH,
    ...form.text(name),
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
      <TextInput data-autofocus {...field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('address')} />
        <TextInput {...field('city')} />
        <TextInput {...field('postal_code')} />
        <TextInput {...field('region')} />
        <TextInput {...field('country')} />
        <TextInput {...field('phone')} />
        <TextInput type="email" {...field('email')} />
        <Select
          label={t('settings.time_zone')}
          searchable
          allowDeselect={false}
          data={[...new Set([store.time_zone, ...Intl.supportedValuesOf('timeZone')])]}
          value={form.draft.time_zone}
          onChange={value => value !== null && form.set({ time_zone: value })}
          error={form.errorOf('time_zone')}
        />
      </SimpleGrid>
      <Switch {...toggle('pickup_enabled')} />
      <Switch {...toggle('pay_at_store_enabled')} />
    </FormDialog>
  );
}
