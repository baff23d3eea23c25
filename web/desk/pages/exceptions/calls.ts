import { answer, type Tillhouse } from '@tillhouse/client';

export const KINDS = ['voids', 'discounts', 'drawer_openings', 'refunds'] as const;
export type Kind = (typeof KINDS)[number];

export type Figure = {
  count: number;
  amount: string | null;
  per_100_sales: number | null;
  ratio: number | null;
  is_unusual: boolean;
};

export type Cashier = Record<Kind, Figure> & {
  employee: string | null;
  employee_id: string;
  employee_name: string | null;
  sales: number;
};

export type StoreExceptions = {
  store: string;
  store_code: string;
  currency: string;
  median_per_100_sales: Record<Kind, number>;
  cashiers: Cashier[];
};

export type Item = {
  id: string;
  at: string;
  transaction_id: string | null;
  terminal_id: string | null;
  currency: string;
  amount: string | null;
  reason: string | null;
};

type Call = <Data>(path: string, options: object) => Promise<{ data?: Data; response: Response }>;

/** For routes that the types of the client do not have. */
const get = (api: Tillhouse): Call => api.GET as unknown as Call;

export const readExceptions = async (
  api: Tillhouse,
  query: { store?: string; days: number },
): Promise<StoreExceptions[]> =>
  (
    await answer(
      get(api)<{ stores: StoreExceptions[] }>('/reports/exceptions/', { params: { query } }),
    )
  ).stores;

export const listItems = (
  api: Tillhouse,
  query: { store: string; employee: string; kind: Kind; days: number; cursor?: string },
): Promise<{ data?: Item[]; response: Response }> =>
  get(api)('/reports/exceptions/items/', { params: { query: { ...query, limit: 50 } } });
