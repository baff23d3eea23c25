import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { useMaybeShop } from '../session/store.js';
import { themeKey } from './theme-key.js';

/** Name, logo and styles of the store's shop; undefined until they are known. */
export function useTheme() {
  const api = useApi();
  const storeId = useMaybeShop()?.store.id ?? '';
  const { data } = useQuery({
    queryKey: themeKey(storeId),
    queryFn: () =>
      answer(api.GET('/web-commerce/theme/', { params: { query: { store_id: storeId } } })),
    enabled: storeId !== '',
    staleTime: 5 * 60_000,
  });
  return data;
}
