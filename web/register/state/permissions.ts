import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useEffect } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { may } from './may.js';
import { session } from './session.js';

export const PERMISSIONS = ['permissions'];

/** Without a socket; otherwise `role.saved` says when to look. */
const LOOK_EVERY_MS = 5 * 60_000;

/** Whether the cashier has a permission, also without a connection. */
export function useMay(permission: string): boolean {
  const current = session.use();
  return current !== null && may(current, permission);
}

/** Keeps the permissions of the session current: a role may change during a login. */
export function usePermissions(): void {
  const api = useApi();
  const online = useOnline();
  const user = session.use()?.user.id ?? '';
  const { data } = useQuery({
    queryKey: [...PERMISSIONS, user],
    queryFn: () => answer(api.GET('/auth/me/')),
    enabled: online && user !== '',
    staleTime: 60_000,
    refetchInterval: LOOK_EVERY_MS,
  });
  useEffect(() => {
    if (data === undefined) return;
    const { id, permissions } = data;
    session.set(now => {
      // The login may still be that of an earlier cashier.
      const isSame = now?.user.id !== id || String(now.permissions) === String(permissions);
      return isSame ? now : { ...now, permissions };
    });
  }, [data]);
}
