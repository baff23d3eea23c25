import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';

/** For a colleague who has lost the device with the passkeys. */
export function PasskeysReset({ user }: { user: User }): ReactNode {
  const t = useT();
  const api = useApi();
  const { me, may } = useDesk();
  const { id, name } = user;
  if (!user.has_passkeys || id === me.id || !may('store.manage')) return null;
  return (
    <ConfirmButton
      label={t('users.passkeys.remove')}
      subject={name}
      title={t('users.passkeys.remove.title')}
      text={t('users.passkeys.remove.text', { name })}
      run={() => answer(api.DELETE('/users/{id}/passkeys/', { params: { path: { id } } }))}
      changes={[['users']]}
      done={t('users.passkeys.remove.done', { name })}
    />
  );
}
