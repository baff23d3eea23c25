import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi, useOnline } from '../../shared/api/index.js';
import { session } from './session.js';

/** Whether the cashier's role, built in or the shop's own, has a permission; the service checks it again. */
export function useMay(permission: string): boolean {
  const api = useApi();
  const online = useOnline();
  const user = session.use()?.user.id ?? '';
  const { data } = useQuery({
    queryKey: ['permissions', user],
    queryFn: async () => (await answer(api.GET('/auth/me/'))).permissions,
    enabled: online && user !== '',
    staleTime: 60_000,
  });
  return data?.includes(permission) ?? false;
}
