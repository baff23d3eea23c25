import { useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { useSession } from '../session/use-session.js';

export type Balances = {
  points: number;
  /** What one point pays at the store; null without one. */
  points_value: string | null;
  /** What the points pay at the store; null without one. */
  points_worth: string | null;
  expiring: { points: number; expires_at: string } | null;
  tier: { name: string } | null;
  credits: { currency: string; balance: string }[];
};

/** Points and store credit of the logged-in customer; null for guests. */
async function readBalances(api: Tillhouse, storeId?: string): Promise<Balances | null> {
  const query = { store_id: storeId };
  return (await answer(api.GET('/web-commerce/balances/', { params: { query } }))).balances;
}

export function useBalances(storeId?: string): Balances | null {
  const api = useApi();
  const isCustomer = useSession().data?.authenticated === true;
  const balances = useQuery({
    queryKey: ['balances', storeId],
    queryFn: () => readBalances(api, storeId),
    enabled: isCustomer,
  });
  return isCustomer ? (balances.data ?? null) : null;
}
