import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { User } from '../../types.js';

/** For a colleague who has lost the phone with the authenticator app. */
export function TotpReset({ user }: { user: User }): ReactNode {
  const t = useT();
  const api = useApi();
  const { me, may } = useDesk();
  const { id, name } = user;
  if (!user.has_totp || id === me.id || !may('store.manage')) return null;
  return (
    <ConfirmButton
      label={t('users.totp.reset')}
      subject={name}
      title={t('users.totp.reset.title')}
      text={t('users.totp.reset.text', { name })}
      run={() => answer(api.DELETE('/users/{id}/totp/', { params: { path: { id } } }))}
      changes={[['users']]}
      done={t('users.totp.reset.done', { name })}
    />
  );
}
