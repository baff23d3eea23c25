import { Button } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';
import { mayManageRole } from './roles.js';

/** Deactivating needs a confirmation; activating does not. */
export function ActiveSwitch({ user }: { user: User }): ReactNode {
  const t = useT();
  const api = useApi();
  const { me, may } = useDesk();
  const [isConfirming, setConfirming] = useState(false);
  const change = useAction(
    (is_active: boolean) =>
      answer(api.PATCH('/users/{id}/', { params: { path: { id: user.id } }, body: { is_active } })),
    {
      changes: [['users']],
      done: (_answer, is_active) =>
        t(is_active ? 'users.activated' : 'users.deactivated', { name: user.name }),
      onDone: () => setConfirming(false),
    },
  );
  if (user.id === me.id || !mayManageRole(me.role, user.role)) return null;
  if (user.role === 'customer' && !may('customer.manage')) return null;
  const label = user.is_active ? t('users.deactivate') : t('users.activate');
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        aria-label={`${label}: ${user.name}`}
        onClick={() => (user.is_active ? setConfirming(true) : change.mutate(true))}
      >
        {label}
      </Button>
      <FormDialog
        title={t('users.deactivate.title', { name: user.name })}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        submit={t('users.deactivate')}
        isDestructive
        onSubmit={() => change.mutate(false)}
        isBusy={change.isPending}
      >
        {t('users.deactivate.text')}
      </FormDialog>
    </>
  );
}
