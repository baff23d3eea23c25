import { useDesk } from '../../state/desk.js';
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
export const FLAGS = ['price_overridden', 'tax_variance', 'age_check', 'discounted'] as const;
export const SEGMENTS = ['new', 'returning', 'known', 'guest'] as const;
export const PARTS = ['goods', 'gross_goods', 'tax', 'net'] as const;
export const ORIGINS = ['any', 'promotion', 'code', 'manual', 'loyalty'] as const;

/** Set by links only; the list shows them with a button that removes them. */
export const LINKED = [
  'store',
  'currency',
  'category',
  'product',
  'promotion',
  'campaign',
  'code',
  'discount_reason',
  'discount_employee',
  'discount_approval',
  'part',
] as const;

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
  'counted',
  'payment_method',
  'refunded',
  'segment',
  'discount_origin',
  ...LINKED,
] as const;

/** The service finds the sales of these by their days. */
const BY_DAYS = [
  'payment_method',
  'refunded',
  'segment',
  'discount_origin',
  'discount_reason',
  'discount_employee',
  'discount_approval',
  'promotion',
  'code',
  'campaign',
] as const;
/** With these a row shows what of the sale the filter is about. */
const OF_A_PART = BY_DAYS.filter(name => name !== 'segment');

type Values = Partial<Record<(typeof MORE)[number], string>>;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** Without days, a filter that needs them is about the last 30. */
export function withDays(values: Values): Values {
  const isByDays =
    values.flag === 'discounted' || values.part === 'net' || BY_DAYS.some(name => values[name]);
  if (!isByDays || (values.date_from && values.date_to)) return values;
  // `en-CA` writes dates as ISO 8601.
  const to = values.date_to || new Date().toLocaleDateString('en-CA');
  const first = new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return { ...values, date_to: to, date_from: values.date_from || first };
}

/** The filters of the list, which are kept in the URL. */
export function useFilters() {
  const { values: more, read, set } = useUrlFilters(MORE);
  const { store } = useDesk();
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
    refunded: more.refunded === 'true' ? true : undefined,
    segment: SEGMENTS.find(one => one === more.segment),
    part: PARTS.find(one => one === more.part),
    discount_origin: ORIGINS.find(one => one === more.discount_origin),
    // A link to the sales of another store leaves the selected one alone.
    store: more.store ?? store?.code,
  };
  const hasPart =
    query.flag === 'discounted' ||
    [...OF_A_PART, 'category' as const, 'product' as const, 'part' as const].some(
      name => more[name] !== undefined,
    );
  return { query, more, set, hasPart, columns: read('columns') };
}
