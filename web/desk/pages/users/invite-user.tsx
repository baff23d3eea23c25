import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { InviteButton } from '../../parts/invitation.js';
import { useDesk } from '../../state/desk.js';
import type { User } from '../../types.js';
import { mayManageRole } from './roles.js';

/** For staff who work at the desk and have no password yet; customers have a page of their own. */
export function InviteUser({ user }: { user: User }): ReactNode {
  const api = useApi();
  const { me } = useDesk();
  const { id, name, email, invitation } = user;
  const isElsewhere = user.role === 'customer' || user.role === 'cashier';
  if (isElsewhere || !mayManageRole(me.role, user.role)) return null;
  if (!user.is_active || user.has_password || email === null) return null;
  return (
    <InviteButton
      name={name}
      email={email}
      invitation={invitation}
      run={options =>
        answer(api.POST('/users/{id}/invite/', { params: { path: { id } }, ...options }))
      }
      changes={[['users'], ['history', 'users', id]]}
    />
  );
}
