import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';

const PAGE = 200;
const MAX_PAGES = 5;

/** All promotions, for select fields. */
export function usePromotions() {
  const api = useApi();
  return useQuery({
    queryKey: ['promotions', 'all'],
    queryFn: () =>
      all(
        cursor => api.GET('/promotions/', { params: { query: { cursor, limit: PAGE } } }),
        MAX_PAGES,
      ),
  });
}

/** All campaigns, for select fields. */
export function useCampaigns() {
  const api = useApi();
  return useQuery({
    queryKey: ['campaigns', 'all'],
    queryFn: () =>
      all(
        cursor => api.GET('/campaigns/', { params: { query: { cursor, limit: PAGE } } }),
        MAX_PAGES,
      ),
  });
}
