import { answer, type Tillhouse } from '@tillhouse/client';
import type { GetResponse, ItemOf } from '../../types.js';

export const KINDS = ['voids', 'discounts', 'drawer_openings', 'refunds'] as const;
export type Kind = (typeof KINDS)[number];

export type StoreExceptions = GetResponse<'/reports/exceptions/'>['stores'][number];
export type Cashier = StoreExceptions['cashiers'][number];
export type Item = ItemOf<'/reports/exceptions/items/'>;

export const readExceptions = async (
  api: Tillhouse,
  query: { store?: string; days: number },
): Promise<StoreExceptions[]> =>
  (await answer(api.GET('/reports/exceptions/', { params: { query } }))).stores;

export const listItems = (
  api: Tillhouse,
  query: { store: string; employee: string; kind: Kind; days: number; cursor?: string },
) => api.GET('/reports/exceptions/items/', { params: { query: { ...query, limit: 50 } } });
