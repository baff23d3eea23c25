import { Group, MultiSelect, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Ask } from '../../parts/ask.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';
import { ROLES, type Role, reaches } from './roles.js';

const STAFF = ROLES.filter(role => role !== 'customer');
const TEXTS = [
  'first_name',
  'last_name',
  'employee_number',
  'username',
  'email',
  'pin_code',
  'password',
] as const;
type Form = ReturnType<typeof useUserForm>;

/** A new person, or the one given, whose PIN and password stay unless new ones are typed. */
export function UserForm(props: { user?: User; onClose: () => void }): ReactNode {
  const { user, onClose } = props;
  const t = useT();
  const { me } = useDesk();
  const form = useUserForm(user, onClose);
  const { draft } = form;
  const isMe = user?.id === me.id;
  const isPlaced =
    isMe ||
    draft.role === 'admin' ||
    draft.store_ids.length > 0 ||
    (draft.role === 'manager' && draft.all_stores);
  return (
    <Ask
      title={user?.name ?? t('users.new')}
      size="lg"
      submit={t(user === undefined ? 'users.create' : 'app.save')}
      isReady={draft.first_name !== '' && draft.employee_number !== '' && isPlaced}
      {...form.ask}
    >
      <Group grow align="flex-start">
        <TextInput
          label={t('users.field.first_name')}
          data-autofocus
          {...form.text('first_name')}
        />
        <TextInput label={t('users.field.last_name')} {...form.text('last_name')} />
      </Group>
      <Select
        label={t('users.role')}
        data={STAFF.filter(role => reaches(me.role, role)).map(value => ({
          value,
          label: t(`role.${value}`),
        }))}
        value={draft.role}
        onChange={value => form.set({ role: (value ?? draft.role) as Role })}
        error={form.errorOf('role')}
        allowDeselect={false}
        disabled={isMe}
      />
      {!isMe && <Places form={form} />}
      <Logins form={form} user={user} />
    </Ask>
  );
}

function useUserForm(user: User | undefined, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { me, store } = useDesk();
  const here = store === undefined ? [] : [store.id];
  return useForm({
    start: () => ({
      role: user?.role ?? ('cashier' as Role),
      first_name: user?.first_name ?? '',
      last_name: user?.last_name ?? '',
      employee_number: user?.employee_number ?? '',
      username: user?.username ?? '',
      email: user?.email ?? '',
      pin_code: '',
      password: '',
      store_ids: user?.store_ids ?? here,
      all_stores: user?.all_stores ?? false,
    }),
    save: ({ role, store_ids, all_stores, ...draft }) => {
      const before: Partial<Record<string, unknown>> = user ?? {};
      // What was left as it was is not sent: a secret that is sent ends every login.
      const said = TEXTS.filter(name => draft[name] !== (before[name] ?? ''));
      const texts = Object.fromEntries(said.map(name => [name, draft[name] || emptyOf(name)]));
      const isEverywhere = role === 'manager' && all_stores;
      const places = isEverywhere ? { all_stores: true } : role !== 'admin' && { store_ids };
      const body = { ...texts, ...(user?.id !== me.id && { role, ...places }) };
      return answer(
        user === undefined
          ? api.POST('/users/', { body: { role, ...body } })
          : api.PATCH('/users/{id}/', { params: { path: { id: user.id } }, body }),
      );
    },
    changes: [['users']],
    done: ({ name }) => t(user === undefined ? 'users.created' : 'users.saved', { name }),
    onClose,
  });
}

/** A name may be empty; a number or an address that was taken away is not there any more. */
const emptyOf = (name: (typeof TEXTS)[number]): string | null =>
  name.endsWith('_name') ? '' : null;

function Places({ form }: { form: Form }): ReactNode {
  const t = useT();
  const { me, stores } = useDesk();
  const { role, all_stores: isEverywhere } = form.draft;
  // Administrators work everywhere anyhow; of the others only managers may.
  if (role === 'admin') return null;
  const mayRoam = me.all_stores && role === 'manager';
  return (
    <>
      {mayRoam && (
        <Switch
          label={t('users.everywhere')}
          checked={isEverywhere}
          onChange={event => form.set({ all_stores: event.currentTarget.checked })}
        />
      )}
      {!(mayRoam && isEverywhere) && (
        <MultiSelect
          label={t('users.stores')}
          data={stores.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('store_ids')}
        />
      )}
    </>
  );
}

/** One for the till, one for the desk; most people need only the first. */
function Logins({ form, user }: { form: Form; user: User | undefined }): ReactNode {
  const t = useT();
  const secret = (name: 'pin_code' | 'password') => ({
    visibilityToggleButtonProps: { 'aria-label': t('login.showPassword') },
    // The library marks the frame as invalid, which nobody hears.
    'aria-invalid': form.errorOf(name) !== undefined,
    ...form.text(name),
  });
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('users.field.employee_number')}
          description={t('users.till')}
          {...form.text('employee_number')}
        />
        <PasswordInput
          label={t('users.field.pin_code')}
          description={t(user?.has_pin ? 'users.pin.keep' : 'users.pin')}
          inputMode="numeric"
          autoComplete="off"
          {...secret('pin_code')}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label={t('users.field.username')}
          description={t('users.office')}
          autoComplete="off"
          {...form.text('username')}
        />
        <PasswordInput
          label={t('users.field.password')}
          description={t(user?.has_password ? 'users.password.keep' : 'users.password')}
          autoComplete="new-password"
          {...secret('password')}
        />
      </Group>
      <TextInput type="email" label={t('users.field.email')} {...form.text('email')} />
    </>
  );
}
