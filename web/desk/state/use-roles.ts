import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';

/** Built-in roles first, then the own ones by name. */
export function useRoles() {
  const api = useApi();
  return useQuery({ queryKey: ['roles'], queryFn: () => answer(api.GET('/roles/')) });
}
