import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';

const PAGE = 200;
const MOST_PAGES = 5;

/** All promotions by name, for lists to choose from. */
export function usePromotions() {
  const api = useApi();
  return useQuery({
    queryKey: ['promotions', 'all'],
    queryFn: () =>
      all(
        cursor => api.GET('/promotions/', { params: { query: { cursor, limit: PAGE } } }),
        MOST_PAGES,
      ),
  });
}

/** Likewise campaigns. */
export function useCampaigns() {
  const api = useApi();
  return useQuery({
    queryKey: ['campaigns', 'all'],
    queryFn: () =>
      all(
        cursor => api.GET('/campaigns/', { params: { query: { cursor, limit: PAGE } } }),
        MOST_PAGES,
      ),
  });
}
