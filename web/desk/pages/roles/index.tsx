import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Page, Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useRoles } from '../../state/use-roles.js';
import { useT } from '../../texts/index.js';
import type { StaffRole } from '../../types.js';
import { levelOf } from './level.js';
import { RoleForm } from './role-form.js';

/** The built-in roles, and those that the owner has made out of their permissions. */
export default function Roles(): ReactNode {
  const t = useT();
  const roles = useRoles();
  const [edited, setEdited] = useState<StaffRole | 'new'>();
  const columns = useColumns(setEdited);
  return (
    <Page
      title={t('nav.roles')}
      text={t('roles.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('roles.new')}
        </Button>
      }
    >
      <Show query={roles}>
        {list => (
          <>
            <Panel isFlush>
              <DataTable
                label={t('nav.roles')}
                rows={list}
                columns={columns}
                keyOf={role => role.id}
              />
            </Panel>
            {edited !== undefined && (
              <RoleForm
                role={edited === 'new' ? undefined : edited}
                roles={list}
                onClose={() => setEdited(undefined)}
              />
            )}
          </>
        )}
      </Show>
    </Page>
  );
}

function useColumns(onEdit: (role: StaffRole) => void): Column<StaffRole>[] {
  const t = useT();
  const nameOf = (role: StaffRole): string =>
    role.is_built_in ? t(`role.${levelOf(role)}`) : role.name;
  return [
    { head: t('list.name'), cell: role => <strong>{nameOf(role)}</strong> },
    {
      head: t('roles.level'),
      from: 'sm',
      cell: role =>
        role.is_built_in ? <Tag tone="calm">{t('roles.builtIn')}</Tag> : t(`role.${levelOf(role)}`),
    },
    {
      head: t('roles.permissions'),
      from: 'xs',
      isFigure: true,
      cell: role => role.permissions.length,
    },
    { head: t('roles.people'), from: 'sm', isFigure: true, cell: role => role.user_count ?? '—' },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: role => !role.is_built_in && <Actions role={role} onEdit={onEdit} />,
    },
  ];
}

function Actions(props: { role: StaffRole; onEdit: (role: StaffRole) => void }): ReactNode {
  const { role, onEdit } = props;
  const t = useT();
  const api = useApi();
  const { me } = useDesk();
  // Nobody changes a role that allows more than their own, or their own one.
  const isOutOfReach =
    me.own_role?.id === role.id || role.permissions.some(one => !me.permissions.includes(one));
  if (isOutOfReach) return null;
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('roles.edit')}: ${role.name}`}
        onClick={() => onEdit(role)}
      >
        {t('roles.edit')}
      </Button>
      <DeleteButton
        name={role.name}
        text={t('roles.delete.text')}
        run={() => answer(api.DELETE('/roles/{id}/', { params: { path: { id: role.id } } }))}
        changes={[['roles']]}
      />
    </Group>
  );
}
