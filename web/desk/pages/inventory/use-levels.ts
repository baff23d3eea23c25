import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import { type Pages, usePages } from '../../state/use-pages.js';
import type { Level } from '../../types.js';

/** The active levels of a store, the selected one unless named, by SKU; the service searches `q`. */
export function useLevels(isLow: boolean, q: string, place?: string): Pages<Level> {
  const api = useApi();
  const { store } = useDesk();
  const query = {
    store: place ?? store?.code,
    low_stock: isLow || undefined,
    q: q || undefined,
    is_active: true,
  };
  return usePages(['levels', query], cursor =>
    api.GET('/inventory-levels/', { params: { query: { ...query, cursor } } }),
  );
}
