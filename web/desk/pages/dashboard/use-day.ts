import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LiveEvent, page, type Tillhouse } from '@tillhouse/client';
import { useRef } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { usePolling, useStoreEvents } from '../../state/live.js';
import type { SaleRow, SaleStatus, Store } from '../../types.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE = 200;
const MAX_PAGES = 10;
const MAX_EVENTS = 200;

/** The sales of the last 24 hours, newest first. */
export type Day = { sales: SaleRow[]; isComplete: boolean };

/**
 * Loads the sales once and then applies live events. An event carries the sale's current status, so
 * applying it twice changes nothing.
 */
export function useDay(store: Store) {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ['day', store.id];
  const recentEvents = useRef<LiveEvent[]>([]);
  useStoreEvents(event => {
    if (event.store_id !== store.id || !event.event.startsWith('transaction.')) return;
    recentEvents.current = [...recentEvents.current.slice(-MAX_EVENTS), event];
    queries.setQueryData<Day>(queryKey, day => day && withEvent(day, event));
  });
  return useQuery({
    queryKey,
    queryFn: async (): Promise<Day> => {
      const earlier = new Set(recentEvents.current);
      const day = await loadDay(api, store);
      // Events received while loading may be missing in the response.
      return recentEvents.current.filter(event => !earlier.has(event)).reduce(withEvent, day);
    },
    staleTime: 300_000,
    refetchInterval: usePolling(),
  });
}

async function loadDay(api: Tillhouse, store: Store): Promise<Day> {
  const since = Date.now() - DAY_MS;
  const sales: SaleRow[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < MAX_PAGES; round += 1) {
    const query = { store: store.code, ordering: '-created_at', limit: PAGE, cursor } as const;
    const found = await page(api.GET('/transactions/', { params: { query } }));
    sales.push(...found.items.filter(sale => new Date(sale.created_at).getTime() >= since));
    cursor = found.next;
    const last = found.items.at(-1);
    const isPast = last === undefined || new Date(last.created_at).getTime() < since;
    if (cursor === undefined || isPast) return { sales, isComplete: true };
  }
  return { sales, isComplete: false };
}

function withEvent(day: Day, { data, occurred_at, store_id }: LiveEvent): Day {
  const id = String(data.transaction_id);
  const known = day.sales.find(sale => sale.transactionId === id);
  const sale: SaleRow = {
    transactionId: id,
    created_at: known?.created_at ?? occurred_at,
    store: store_id,
    status: data.status as SaleStatus,
    totalAmount: String(data.total_amount ?? known?.totalAmount ?? '0.00'),
  };
  if (known === undefined) return { ...day, sales: [sale, ...day.sales] };
  return { ...day, sales: day.sales.map(one => (one === known ? sale : one)) };
}

const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

/** Today's figures, counted like the service does: completed sales of the current UTC date. */
export function figuresOf(day: Day, now: Date): { cents: number; count: number } {
  const date = now.toISOString().slice(0, 10);
  const sold = day.sales.filter(
    sale => sale.status === 'completed' && sale.created_at.startsWith(date),
  );
  return {
    cents: sold.reduce((sum, sale) => sum + centsOf(sale.totalAmount), 0),
    count: sold.length,
  };
}

export type Hour = { start: Date; cents: number; count: number };

/** Revenue per hour for the last 24 hours; the current hour is last. */
export function hoursOf(day: Day, now: Date): Hour[] {
  const thisHour = Math.floor(now.getTime() / HOUR_MS);
  const hours = Array.from({ length: 24 }, (_, index) => ({
    start: new Date((thisHour - 23 + index) * HOUR_MS),
    cents: 0,
    count: 0,
  }));
  for (const sale of day.sales) {
    if (sale.status !== 'completed') continue;
    const hour = hours[Math.floor(new Date(sale.created_at).getTime() / HOUR_MS) - thisHour + 23];
    if (hour === undefined) continue;
    hour.cents += centsOf(sale.totalAmount);
    hour.count += 1;
  }
  return hours;
}
