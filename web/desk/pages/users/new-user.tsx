import { Group, MultiSelect, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Ask } from '../../parts/ask.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { ROLES, type Role, reaches } from './roles.js';

const STAFF = ROLES.filter(role => role !== 'customer');
type Draft = {
  role: Role;
  first_name: string;
  last_name: string;
  employee_number: string;
  pin_code: string;
  username: string;
  password: string;
  email: string;
};
type TextOf = (name: Exclude<keyof Draft, 'role'>) => {
  label: string;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};
const EMPTY: Draft = {
  role: 'cashier',
  first_name: '',
  last_name: '',
  employee_number: '',
  pin_code: '',
  username: '',
  password: '',
  email: '',
};

export function NewUser({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { me, store } = useDesk();
  const [draft, setDraft] = useState(EMPTY);
  const [storeIds, setStoreIds] = useState(store === undefined ? [] : [store.id]);
  const [isEverywhere, setEverywhere] = useState(false);
  const create = useAction(
    () => {
      const { role, ...texts } = draft;
      // What was left blank is not there, rather than there and empty.
      const said = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
      const places = isEverywhere ? { all_stores: true } : { store_ids: storeIds };
      return answer(api.POST('/users/', { body: { role, ...said, ...places } }));
    },
    {
      changes: [['users']],
      done: user => t('users.created', { name: user.name }),
      onDone: onClose,
      quiet: true,
    },
  );
  const text: TextOf = name => ({
    label: t(`users.field.${name}`),
    value: draft[name],
    onChange: event => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <Ask
      title={t('users.new')}
      size="lg"
      isOpen
      onClose={onClose}
      submit={t('users.create')}
      onSubmit={() => create.mutate(undefined)}
      isReady={draft.first_name !== '' && (draft.employee_number !== '' || draft.username !== '')}
      isBusy={create.isPending}
      error={create.error}
    >
      <Group grow>
        <TextInput data-autofocus {...text('first_name')} />
        <TextInput {...text('last_name')} />
      </Group>
      <Select
        label={t('users.role')}
        data={STAFF.filter(role => reaches(me.role, role)).map(value => ({
          value,
          label: t(`role.${value}`),
        }))}
        value={draft.role}
        onChange={value => setDraft({ ...draft, role: (value ?? draft.role) as Role })}
        allowDeselect={false}
      />
      <Places
        isEverywhere={isEverywhere}
        onEverywhere={setEverywhere}
        storeIds={storeIds}
        onStores={setStoreIds}
      />
      <Logins text={text} />
    </Ask>
  );
}

function Places(props: {
  isEverywhere: boolean;
  onEverywhere: (isEverywhere: boolean) => void;
  storeIds: string[];
  onStores: (ids: string[]) => void;
}): ReactNode {
  const { isEverywhere, onEverywhere, storeIds, onStores } = props;
  const t = useT();
  const { me, stores } = useDesk();
  return (
    <>
      {me.all_stores && (
        <Switch
          label={t('users.everywhere')}
          checked={isEverywhere}
          onChange={event => onEverywhere(event.currentTarget.checked)}
        />
      )}
      {!isEverywhere && (
        <MultiSelect
          label={t('users.stores')}
          data={stores.map(({ id, name }) => ({ value: id, label: name }))}
          value={storeIds}
          onChange={onStores}
        />
      )}
    </>
  );
}

/** One for the till, one for the desk; most people need only the first. */
function Logins({ text }: { text: TextOf }): ReactNode {
  const t = useT();
  return (
    <>
      <Group grow align="flex-start">
        <TextInput description={t('users.till')} {...text('employee_number')} />
        <PasswordInput
          description={t('users.pin')}
          inputMode="numeric"
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          {...text('pin_code')}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput description={t('users.office')} autoComplete="off" {...text('username')} />
        <PasswordInput
          description={t('users.password')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          {...text('password')}
        />
      </Group>
      <TextInput type="email" {...text('email')} />
    </>
  );
}
