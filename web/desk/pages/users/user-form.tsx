import { Group, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { CurrentPasswordInput } from '../../parts/current-password-input.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoresSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useRoles } from '../../state/use-roles.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';
import { mayManageRole, ROLES, type Role } from './roles.js';

const STAFF = ROLES.filter(role => role !== 'customer');
const TEXT_FIELDS = [
  'first_name',
  'last_name',
  'employee_number',
  'username',
  'email',
  'pin_code',
  'password',
] as const;
/** What a person logs in with; one's own change needs the present password. */
const LOGIN_FIELDS = ['username', 'email', 'pin_code', 'password'] as const;
type Form = ReturnType<typeof useUserForm>;

/** Creates or edits a user. PIN and password change only if new ones are entered. */
export function UserForm(props: { user?: User; onClose: () => void }): ReactNode {
  const { user, onClose } = props;
  const t = useT();
  const { me } = useDesk();
  const form = useUserForm(user, onClose);
  const { draft } = form;
  const isMe = user?.id === me.id;
  const asksPassword =
    isMe && LOGIN_FIELDS.some(name => draft[name] !== (beforeOf(user)[name] ?? ''));
  const hasStore =
    isMe ||
    draft.role === 'admin' ||
    draft.store_ids.length > 0 ||
    (draft.role === 'manager' && draft.all_stores);
  return (
    <FormDialog
      title={user?.name ?? t('users.new')}
      size="lg"
      submit={t(user === undefined ? 'users.create' : 'app.save')}
      isReady={
        draft.first_name !== '' &&
        draft.employee_number !== '' &&
        hasStore &&
        (!asksPassword || draft.current_password !== '')
      }
      {...form.dialog}
    >
      <Group grow align="flex-start">
        <TextInput
          label={t('users.field.first_name')}
          data-autofocus
          {...form.text('first_name')}
        />
        <TextInput label={t('users.field.last_name')} {...form.text('last_name')} />
      </Group>
      <RoleField form={form} isMe={isMe} />
      {!isMe && <StoreAccess form={form} />}
      <Credentials form={form} user={user} />
      {asksPassword && (
        <CurrentPasswordInput
          description={t('own.current.text')}
          {...form.text('current_password')}
        />
      )}
    </FormDialog>
  );
}

/** The built-in roles up to the own one, and own roles without a permission that the reader lacks. */
function RoleField({ form, isMe }: { form: Form; isMe: boolean }): ReactNode {
  const t = useT();
  const { me, may } = useDesk();
  const { role, own_role_id: ownId } = form.draft;
  const own = (useRoles().data ?? []).filter(
    one => !one.is_built_in && (one.id === ownId || one.permissions.every(may)),
  );
  const builtIn = STAFF.filter(one => mayManageRole(me.role, one));
  return (
    <Select
      label={t('users.role')}
      data={[
        ...builtIn.map(value => ({ value: value as string, label: t(`role.${value}`) })),
        ...own.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={ownId ?? role}
      onChange={value => {
        const picked = own.find(({ id }) => id === value);
        form.set({
          role: (picked?.base_role ?? value ?? role) as Role,
          own_role_id: picked?.id ?? null,
        });
      }}
      error={form.errorOf('role') ?? form.errorOf('own_role_id')}
      allowDeselect={false}
      disabled={isMe}
    />
  );
}

function useUserForm(user: User | undefined, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { me, store } = useDesk();
  const selected = store === undefined ? [] : [store.id];
  return useForm({
    start: () => ({
      role: user?.role ?? ('cashier' as Role),
      own_role_id: user?.own_role?.id ?? null,
      first_name: user?.first_name ?? '',
      last_name: user?.last_name ?? '',
      employee_number: user?.employee_number ?? '',
      username: user?.username ?? '',
      email: user?.email ?? '',
      pin_code: '',
      password: '',
      current_password: '',
      store_ids: user?.store_ids ?? selected,
      all_stores: user?.all_stores ?? false,
      invite: user === undefined && me.sends_mail,
    }),
    record: user && { type: 'users', id: user.id, path: `/users/${user.id}/`, shown: user },
    save: (
      { role, own_role_id, store_ids, all_stores, invite, current_password, ...draft },
      condition,
    ) => {
      const isInvited = invite && worksAtDesk(role);
      const before = beforeOf(user);
      // Unchanged fields are not sent: a PIN or password in the request ends all logins.
      const changed = TEXT_FIELDS.filter(name => draft[name] !== (before[name] ?? '')).filter(
        name => !(isInvited && name === 'password'),
      );
      const texts = Object.fromEntries(changed.map(name => [name, draft[name] || emptyOf(name)]));
      const isEverywhere = role === 'manager' && all_stores;
      const stores = isEverywhere ? { all_stores: true } : role !== 'admin' && { store_ids };
      const body = { ...texts, ...(user?.id !== me.id && { role, own_role_id, ...stores }) };
      const shown = current_password === '' ? {} : { current_password };
      return answer(
        user === undefined
          ? api.POST('/users/', {
              body: { role, ...body, invite: isInvited && draft.email.trim() !== '' },
            })
          : api.PATCH('/users/{id}/', {
              params: { path: { id: user.id } },
              body: { ...body, ...shown },
              ...condition,
            }),
      );
    },
    changes: [['users']],
    done: ({ name, email, invitation }) => {
      if (user !== undefined) return t('users.saved', { name });
      return invitation === null
        ? t('users.created', { name })
        : t('users.created.invited', { name, email: email ?? '' });
    },
    onClose,
  });
}

const beforeOf = (user: User | undefined): Partial<Record<string, unknown>> => user ?? {};

/** Cashiers sign in to tills, with a PIN. */
const worksAtDesk = (role: Role): boolean => role !== 'cashier';

/** Empty names are stored as "", other cleared fields as null. */
const emptyOf = (name: (typeof TEXT_FIELDS)[number]): string | null =>
  name.endsWith('_name') ? '' : null;

function StoreAccess({ form }: { form: Form }): ReactNode {
  const t = useT();
  const { me } = useDesk();
  const { role, all_stores: isEverywhere } = form.draft;
  // Administrators have access to all stores; of the others only managers can.
  if (role === 'admin') return null;
  const mayAccessAll = me.all_stores && role === 'manager';
  return (
    <>
      {mayAccessAll && (
        <Switch
          label={t('users.everywhere')}
          checked={isEverywhere}
          onChange={event => form.set({ all_stores: event.currentTarget.checked })}
        />
      )}
      {!(mayAccessAll && isEverywhere) && <StoresSelect {...form.field('store_ids')} />}
    </>
  );
}

/** Employee number and PIN for the till; username and password for the desk. */
function Credentials({ form, user }: { form: Form; user: User | undefined }): ReactNode {
  const t = useT();
  const isAtDesk = worksAtDesk(form.draft.role);
  const secret = (name: 'pin_code' | 'password') => ({
    visibilityToggleButtonProps: { 'aria-label': t('login.showPassword') },
    // Mantine sets aria-invalid on the wrapper, which screen readers ignore.
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
        {!(form.draft.invite && isAtDesk) && (
          <PasswordInput
            label={t('users.field.password')}
            description={t(user?.has_password ? 'users.password.keep' : 'users.password')}
            autoComplete="new-password"
            {...secret('password')}
          />
        )}
      </Group>
      <TextInput type="email" label={t('users.field.email')} {...form.text('email')} />
      {user === undefined && isAtDesk && (
        <Switch
          label={t('users.invite')}
          description={t('users.invite.text')}
          checked={form.draft.invite}
          error={form.errorOf('invite')}
          onChange={event => form.set({ invite: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
