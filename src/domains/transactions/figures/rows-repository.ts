import type { SaleFlag } from '../rules.js';
import type { SalePart, Segment } from './filter-schemas.js';

/** Adds a value to the statement and returns its placeholder. */
export type Given = (value: unknown, type: string) => string;

/** Leads from a figure of a report to its sales. */
export type FigureFilter = {
  currency?: string;
  paymentMethodId?: string;
  /** Money went back on the days of the filter. */
  isRefunded?: boolean;
  segment?: Segment;
  discount?: DiscountFilter;
  /** Promo code that was used on the days of the filter; null: any code. */
  codeId?: string | null;
  /** Campaign that the sale counted for on the days of the filter. */
  campaignId?: string;
  part?: SalePart;
  /** Shifts whose payments and refunds the caller may not add up yet. */
  hiddenShifts?: readonly string[];
};

/** One discount of the sale has to match all fields; null: the discount lacks the value. */
export type DiscountFilter = {
  origin?: string;
  reason?: string | null;
  employeeId?: string | null;
  approvalId?: string | null;
  promotionId?: string;
  code?: string;
};

type Days = { dateFrom?: string; dateTo?: string };

/** A figure filter with the other filters that its rows depend on. */
export type Asked = FigureFilter &
  Days & {
    stores: readonly string[] | undefined;
    flag?: SaleFlag;
    categoryId?: string | null;
    productId?: number;
  };

/**
 * A moment on the days of a filter, by the clock of a store. The wider range of constants selects
 * index entries.
 */
export function momentIn(
  at: string,
  store: 's' | 'z',
  { dateFrom, dateTo }: Days,
  given: Given,
): string[] {
  const conditions: string[] = [];
  const localDay = `(${at} at time zone ${store}.time_zone)::date`;
  if (dateFrom) {
    const day = given(dateFrom, 'date');
    conditions.push(`${at} >= (${day} - 1)::timestamp at time zone 'UTC'`, `${localDay} >= ${day}`);
  }
  if (dateTo) {
    const day = given(dateTo, 'date');
    conditions.push(`${at} < (${day} + 2)::timestamp at time zone 'UTC'`, `${localDay} <= ${day}`);
  }
  return conditions;
}

/** A refund is counted at the store where it is made, whichever store sold the goods. */
export const hasOwnStore = ({ isRefunded, part }: FigureFilter): boolean =>
  isRefunded === true || part === 'net';

/** These have days of their own: those of the refund, of the use of a code or of the conversion. */
export const hasOwnDays = (filter: Asked): boolean =>
  hasOwnStore(filter) || filter.codeId !== undefined || filter.campaignId !== undefined;

export const where = (conditions: readonly string[]): string => conditions.join(' and ');

const visibleIn = (
  alias: 'p' | 'r',
  { hiddenShifts = [] }: FigureFilter,
  given: Given,
): string[] =>
  hiddenShifts.length === 0
    ? []
    : [`(${alias}.shift_id is null or ${alias}.shift_id <> all(${given(hiddenShifts, 'uuid[]')}))`];

const paidBy = ({ paymentMethodId }: FigureFilter, given: Given): string[] =>
  paymentMethodId === undefined ? [] : [`p.payment_method_id = ${given(paymentMethodId, 'uuid')}`];

export const atStores = (column: string, { stores }: Asked, given: Given): string[] =>
  stores === undefined ? [] : [`${column} = any(${given(stores, 'uuid[]')})`];

/** The refunds on the days of the filter; these and the following begin with `from`. */
export const refundsSql = (filter: Asked, given: Given): string =>
  `from refunds r join payments p on p.id = r.payment_id join stores z on z.id = r.store_id
   where ${where([
     "r.status = 'succeeded'",
     ...atStores('r.store_id', filter, given),
     ...momentIn('r.processed_at', 'z', filter, given),
     ...paidBy(filter, given),
     ...visibleIn('r', filter, given),
   ])}`;

/** The uses of promo codes on the days of the filter that were not given back. */
export const codeUsesSql = (filter: Asked, given: Given): string =>
  `from promo_code_usages u join stores z on z.id = u.store_id
   where ${where([
     'u.released_at is null',
     ...(filter.codeId ? [`u.code_id = ${given(filter.codeId, 'uuid')}`] : []),
     ...atStores('u.store_id', filter, given),
     ...momentIn('u.used_at', 'z', filter, given),
   ])}`;

export const conversionsSql = (filter: Asked, given: Given): string =>
  `from campaign_conversions u join stores z on z.id = u.store_id
   where ${where([
     'u.released_at is null',
     `u.campaign_id = ${given(filter.campaignId, 'uuid')}`,
     ...momentIn('u.converted_at', 'z', filter, given),
   ])}`;

/** The payments of a sale. */
export const paymentsSql = (filter: FigureFilter, given: Given, sale: 't' | 'c' = 't'): string =>
  `from payments p where ${where([
    `p.transaction_id = ${sale}.id and p.status = 'succeeded'`,
    ...paidBy(filter, given),
    ...visibleIn('p', filter, given),
  ])}`;

/** The sales that reports count on the days of the filter, with a method those that it paid. */
export const countedSql = (filter: Asked, given: Given): string =>
  `from transactions c join stores z on z.id = c.store_id
   where ${where([
     "c.completed_at is not null and c.status <> 'voided'",
     ...atStores('c.store_id', filter, given),
     ...momentIn('c.completed_at', 'z', filter, given),
     ...(filter.paymentMethodId === undefined
       ? []
       : [`exists (select ${paymentsSql(filter, given, 'c')})`]),
   ])}`;

export const linesSql = ({ categoryId, productId }: Asked, given: Given): string =>
  `from transaction_lines l where ${where([
    'l.transaction_id = t.id',
    ...(productId === undefined ? [] : [`l.product_id = ${given(productId, 'integer')}`]),
    ...(categoryId === undefined
      ? []
      : [
          `exists (select from products g where g.id = l.product_id
            and g.category_id is not distinct from ${given(categoryId, 'uuid')})`,
        ]),
  ])}`;

export function discountsSql(discount: DiscountFilter, given: Given): string {
  const matches = (key: string, value: string | null | undefined): string[] => {
    if (value === undefined) return [];
    return [value === null ? `d ->> '${key}' is null` : `d ->> '${key}' = ${given(value, 'text')}`];
  };
  const conditions = [
    ...matches('kind', discount.origin),
    ...matches('reason', discount.reason),
    ...matches('actor', discount.employeeId),
    ...matches('approval_request_id', discount.approvalId),
    ...matches('promotion_id', discount.promotionId),
    ...matches('code', discount.code),
  ];
  return `from jsonb_array_elements(t.adjustments) as d where ${where(['true', ...conditions])}`;
}
