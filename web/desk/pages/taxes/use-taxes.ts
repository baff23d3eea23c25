import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import type { Jurisdiction, TaxRate } from '../../types.js';

export type Tax = Jurisdiction & { rates: TaxRate[] };

/** Jurisdictions of the selected store and of the addresses it ships to, or all, with their rates. */
export function useTaxes() {
  const api = useApi();
  const { store } = useDesk();
  return useQuery({
    queryKey: ['taxes'],
    queryFn: async (): Promise<Tax[]> => {
      const [jurisdictions, rates] = await Promise.all([
        all(cursor =>
          api.GET('/tax-jurisdictions/', { params: { query: { cursor, limit: 200 } } }),
        ),
        all(cursor =>
          api.GET('/tax-rates/', { params: { query: { cursor, limit: 200, etags: true } } }),
        ),
      ]);
      return jurisdictions.map(one => ({
        ...one,
        rates: rates.filter(({ jurisdiction_id }) => jurisdiction_id === one.id),
      }));
    },
    select: taxes =>
      taxes.filter(
        ({ store_ids, country }) =>
          store === undefined ||
          store_ids.includes(store.id) ||
          (country !== null && store.tax_sourcing === 'destination'),
      ),
  });
}
