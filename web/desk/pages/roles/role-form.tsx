import { Checkbox, Fieldset, Select, Stack, TextInput } from '@mantine/core';
import type { paths } from '@tillhouse/client';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { BodyOf, StaffRole } from '../../types.js';
import { LEVELS, type Level, levelOf } from './level.js';

type Permission = BodyOf<paths['/roles/']['post']>['permissions'][number];
type Props = { role: StaffRole | undefined; roles: StaffRole[]; onClose: () => void };

/** Makes or changes an own role. Its level is fixed once it exists. */
export function RoleForm(props: Props): ReactNode {
  const { role, roles } = props;
  const t = useT();
  const form = useRoleForm(props);
  const { draft } = form;
  return (
    <FormDialog
      title={role?.name ?? t('roles.new')}
      submit={t(role === undefined ? 'roles.create' : 'app.save')}
      isReady={draft.name.trim() !== '' && draft.permissions.length > 0}
      size="lg"
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={100} {...form.text('name')} />
      <Select
        label={t('roles.level')}
        description={t('roles.level.hint')}
        data={LEVELS.map(value => ({ value, label: t(`role.${value}`) }))}
        allowDeselect={false}
        disabled={role !== undefined}
        value={draft.base_role}
        onChange={value => {
          const level = LEVELS.find(one => one === value) ?? draft.base_role;
          form.set({ base_role: level, permissions: permissionsOf(roles, level) });
        }}
        error={form.errorOf('base_role')}
      />
      <Permissions
        roles={roles}
        level={draft.base_role}
        value={draft.permissions}
        onChange={permissions => form.set({ permissions })}
      />
    </FormDialog>
  );
}

const permissionsOf = (roles: StaffRole[], level: Level): Permission[] =>
  (roles.find(({ id }) => id === level)?.permissions ?? []) as Permission[];

/** The permissions of the level, by the built-in role that has them first. */
function Permissions(props: {
  roles: StaffRole[];
  level: Level;
  value: Permission[];
  onChange: (permissions: Permission[]) => void;
}): ReactNode {
  const { roles, level, value, onChange } = props;
  const t = useT();
  const { may } = useDesk();
  const levels = LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  return (
    <Checkbox.Group value={value} onChange={list => onChange(list as Permission[])}>
      <Stack>
        {levels.map((one, index) => {
          const below = levels[index - 1];
          const known = below === undefined ? [] : permissionsOf(roles, below);
          const own = permissionsOf(roles, one).filter(name => !known.includes(name));
          return (
            <Fieldset key={one} legend={t(`role.${one}`)}>
              <Stack gap="xs">
                {own.map(name => (
                  <Checkbox
                    key={name}
                    value={name}
                    label={t(`permission.${name}`)}
                    disabled={!may(name) && !value.includes(name)}
                  />
                ))}
              </Stack>
            </Fieldset>
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}

function useRoleForm({ role, roles, onClose }: Props) {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  return useForm({
    start: () => {
      const level = role === undefined ? 'cashier' : levelOf(role);
      const base_role: Level = level === 'admin' ? 'manager' : level;
      return {
        name: role?.name ?? '',
        base_role,
        permissions:
          role === undefined
            ? permissionsOf(roles, base_role).filter(may)
            : (role.permissions as Permission[]),
      };
    },
    record: role && { type: 'roles', id: role.id, path: `/roles/${role.id}/`, shown: role },
    save: ({ name, base_role, permissions }, condition) => {
      if (role === undefined) {
        return answer(api.POST('/roles/', { body: { name: name.trim(), base_role, permissions } }));
      }
      const params = { path: { id: role.id } };
      const body = { name: name.trim(), permissions };
      return answer(api.PATCH('/roles/{id}/', { params, body, ...condition }));
    },
    changes: [['roles'], ['users'], ['desk']],
    done: ({ name }) => t('roles.saved', { name }),
    onClose,
  });
}
