import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { InvitationState } from '../../parts/invitation.js';
import { Page, Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';
import { ActiveSwitch } from './active-switch.js';
import { Blocks } from './blocks.js';
import { InviteUser } from './invite-user.js';
import { PasskeysReset } from './passkeys-reset.js';
import { mayManageRole, ROLES, type Role } from './roles.js';
import { TotpReset } from './totp-reset.js';
import { UserForm } from './user-form.js';

export default function Users(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store, may } = useDesk();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const [role, setRole] = useState<Role | null>(null);
  const [edited, setEdited] = useState<User | 'new'>();
  const columns = useColumns(setEdited);
  const pages = usePages(['users', store?.code, role, search], cursor =>
    api.GET('/users/', {
      params: {
        query: {
          store: role === 'customer' ? undefined : store?.code,
          role: role ?? undefined,
          search: search === '' ? undefined : search,
          cursor,
          etags: true,
        },
      },
    }),
  );
  return (
    <Page
      title={t('nav.users')}
      text={store && t('users.of', { store: store.name })}
      actions={
        <Group gap="xs">
          <TextInput
            w={210}
            aria-label={t('users.search')}
            placeholder={t('users.search')}
            leftSection={<IconSearch size={16} />}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <Select
            w={170}
            aria-label={t('users.role')}
            placeholder={t('users.anyRole')}
            data={ROLES.filter(one => one !== 'customer' || may('customer.read')).map(value => ({
              value,
              label: t(`role.${value}`),
            }))}
            value={role}
            onChange={value => setRole(value as Role | null)}
            clearable
            clearButtonProps={{ 'aria-label': t('list.clear') }}
          />
          {may('user.manage') && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
              {t('users.new')}
            </Button>
          )}
        </Group>
      }
    >
      <Blocks />
      <Panel isFlush>
        <PagedTable
          label={t('nav.users')}
          pages={pages}
          columns={columns}
          keyOf={user => user.id}
          empty={<Empty icon={<IconUsers size={28} />} title={t('users.none')} />}
        />
      </Panel>
      {edited && (
        <UserForm
          user={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(onEdit: (user: User) => void): Column<User>[] {
  const t = useT();
  const { may, storeOf } = useDesk();
  const stores = (user: User): string =>
    user.all_stores
      ? t('store.all')
      : user.store_ids
          .map(id => storeOf(id)?.name ?? '')
          .filter(Boolean)
          .join(', ') || '—';
  return [
    {
      head: t('list.name'),
      cell: user => (
        <>
          <strong>{user.name}</strong>
          <InvitationState invitation={user.invitation} />
        </>
      ),
    },
    { head: t('users.role'), cell: user => user.own_role?.name ?? t(`role.${user.role}`) },
    {
      head: t('users.login'),
      from: 'sm',
      cell: user => user.username ?? user.employee_number ?? user.email ?? '—',
    },
    { head: t('users.stores'), from: 'md', cell: stores },
    {
      head: t('list.status'),
      from: 'xs',
      cell: user => <StatusTag status={user.is_active ? 'active' : 'inactive'} />,
    },
    ...(may('user.manage')
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: (user: User) => (
              <Group gap={6} justify="flex-end" wrap="nowrap">
                <InviteUser user={user} />
                <PasskeysReset user={user} />
                <TotpReset user={user} />
                <EditButton user={user} onEdit={onEdit} />
                <ActiveSwitch user={user} />
              </Group>
            ),
          },
        ]
      : []),
  ];
}

function EditButton({ user, onEdit }: { user: User; onEdit: (user: User) => void }): ReactNode {
  const t = useT();
  const { me } = useDesk();
  if (user.role === 'customer' || !mayManageRole(me.role, user.role)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${t('users.edit')}: ${user.name}`}
      onClick={() => onEdit(user)}
    >
      {t('users.edit')}
    </Button>
  );
}
