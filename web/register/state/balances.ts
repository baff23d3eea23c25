import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { pointsWorth } from '../../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import type { BuyerOfSale } from './basket.js';
import type { StoreSettings } from './types.js';

/** Balances change seldom during a sale. */
const FRESH_MS = 5 * 60_000;

export type Balances = {
  points: number;
  /** What the points pay in this store. */
  worthMinor: number;
  /** Store credit and gift cards in the currency of the store. */
  credits: { kind: string; balance: string }[];
  /** Points that end within 30 days, and the day when the first of them end. */
  expiring: { points: number; expires_at: string } | null;
};

/** What the customer of the sale can pay with. Offline the points are those of the search. */
export function useBalances(customer: BuyerOfSale | null, store: StoreSettings): Balances | null {
  const api = useApi();
  const online = useOnline();
  const profile = useQuery({
    queryKey: ['customer-balances', customer?.id],
    enabled: customer !== null && online,
    // Each look at a profile is recorded, so one serves the whole sale.
    staleTime: FRESH_MS,
    queryFn: () =>
      answer(api.GET('/customers/{id}/', { params: { path: { id: customer?.id ?? '' } } })),
  });
  if (customer === null) return null;
  const points = profile.data?.points ?? customer.points;
  return {
    points,
    worthMinor: pointsWorth(Math.max(points, 0), store.pointsValue ?? '0', store.currency),
    expiring: profile.data?.expiring ?? null,
    credits: (profile.data?.balances ?? []).filter(({ currency }) => currency === store.currency),
  };
}
