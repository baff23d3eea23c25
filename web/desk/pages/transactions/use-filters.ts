import { useUrlFilters } from '../../state/use-url-filters.js';
import type { SaleStatus } from '../../types.js';

export const STATUSES: SaleStatus[] = [
  'pending',
  'payment_requires_action',
  'partially_paid',
  'completed',
  'partially_refunded',
  'refunded',
  'expired',
  'voided',
];
export const ORDERINGS = ['-created_at', 'created_at', '-totalAmount', 'totalAmount'] as const;
export type Ordering = (typeof ORDERINGS)[number];
export const CHANNELS = ['pos', 'web_commerce', 'dashboard', 'api'] as const;
export const FLAGS = ['price_overridden', 'tax_variance', 'age_check'] as const;

/** The filters behind the button, by their name in the URL and in the API. */
export const MORE = [
  'date_from',
  'date_to',
  'terminal',
  'employee',
  'customer',
  'channel',
  'amount_min',
  'amount_max',
  'flag',
  'hour',
  'category',
  'product',
  'counted',
] as const;

/** The filters of the list, which are kept in the URL. */
export function useFilters() {
  const { values: more, read, set } = useUrlFilters(MORE);
  const query = {
    ...more,
    status: STATUSES.find(one => one === read('status')),
    ordering: ORDERINGS.find(one => one === read('order')) ?? ('-created_at' as const),
    search: read('search'),
    channel: CHANNELS.find(one => one === more.channel),
    flag: FLAGS.find(one => one === more.flag),
    hour: more.hour === undefined ? undefined : Number(more.hour),
    product: more.product === undefined ? undefined : Number(more.product),
    counted: more.counted === 'true' ? true : undefined,
  };
  return { query, more, set, columns: read('columns') };
}
