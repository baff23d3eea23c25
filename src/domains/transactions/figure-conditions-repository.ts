import type { SalePart, Segment } from './figure-filter-schemas.js';
import type { SaleFlag } from './rules.js';

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
  /** Used on the days of the filter; null: any code. */
  codeId?: string | null;
  /** Counted for it on the days of the filter. */
  campaignId?: string;
  part?: SalePart;
  /** Payments and refunds that the caller may not add up yet. */
  hiddenShifts?: readonly string[];
};

/** One discount matches all; null: without a value. */
export type DiscountFilter = {
  origin?: string;
  reason?: string | null;
  employeeId?: string | null;
  approvalId?: string | null;
  promotionId?: string;
  code?: string;
};

type Days = { dateFrom?: string; dateTo?: string };

/** What the figures of a filter depend on besides. */
type Asked = FigureFilter &
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
    conditions.push(
      `${at} >= (${day} - 1)::timestamp at time zone 'UTC'`,
      `${localDay} >= ${day}`,
    );
  }
  if (dateTo) {
    const day = given(dateTo, 'date');
    conditions.push(
      `${at} < (${day} + 2)::timestamp at time zone 'UTC'`,
      `${localDay} <= ${day}`,
    );
  }
  return conditions;
}

/** These have days of their own: those of the refund, of the use of a code or of the conversion. */
export const hasOwnDays = ({ isRefunded, codeId, campaignId }: Asked): boolean =>
  isRefunded === true || codeId !== undefined || campaignId !== undefined;

const where = (conditions: readonly string[]): string => conditions.join(' and ');

const visibleIn = (
  alias: 'p' | 'r',
  { hiddenShifts = [] }: FigureFilter,
  given: Given,
): string[] =>
  hiddenShifts.length === 0
    ? []
    : [
        `(${alias}.shift_id is null or ${alias}.shift_id <> all(${given(hiddenShifts, 'uuid[]')}))`,
      ];

const paidBy = ({ paymentMethodId }: FigureFilter, given: Given): string[] =>
  paymentMethodId === undefined ? [] : [`p.payment_method_id = ${given(paymentMethodId, 'uuid')}`];

const atStores = (column: string, { stores }: Asked, given: Given): string[] =>
  stores === undefined ? [] : [`${column} = any(${given(stores, 'uuid[]')})`];

/** The refunds on the days of the filter. */
const refundsSql = (filter: Asked, given: Given): string =>
  `refunds r join payments p on p.id = r.payment_id join stores z on z.id = r.store_id
   where ${where([
     "r.status = 'succeeded'",
     ...atStores('r.store_id', filter, given),
     ...momentIn('r.processed_at', 'z', filter, given),
     ...paidBy(filter, given),
     ...visibleIn('r', filter, given),
   ])}`;

/** The uses of promo codes on the days of the filter that were not given back. */
const codeUsesSql = (filter: Asked, given: Given): string =>
  `promo_code_usages u join stores z on z.id = u.store_id
   where ${where([
     'u.released_at is null',
     ...(filter.codeId ? [`u.code_id = ${given(filter.codeId, 'uuid')}`] : []),
     ...atStores('u.store_id', filter, given),
     ...momentIn('u.used_at', 'z', filter, given),
   ])}`;

const conversionsSql = (filter: Asked, given: Given): string =>
  `campaign_conversions u join stores z on z.id = u.store_id
   where ${where([
     'u.released_at is null',
     `u.campaign_id = ${given(filter.campaignId, 'uuid')}`,
     ...momentIn('u.converted_at', 'z', filter, given),
   ])}`;

const paymentsSql = (filter: FigureFilter, given: Given): string =>
  `payments p where ${where([
    "p.transaction_id = t.id and p.status = 'succeeded'",
    ...paidBy(filter, given),
    ...visibleIn('p', filter, given),
  ])}`;

const linesSql = ({ categoryId, productId }: Asked, given: Given): string =>
  `transaction_lines l where ${where([
    'l.transaction_id = t.id',
    ...(productId === undefined ? [] : [`l.product_id = ${given(productId, 'integer')}`]),
    ...(categoryId === undefined
      ? []
      : [
          `exists (select from products g where g.id = l.product_id
            and g.category_id is not distinct from ${given(categoryId, 'uuid')})`,
        ]),
  ])}`;

function discountsSql(discount: DiscountFilter, given: Given): string {
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
  return `jsonb_array_elements(t.adjustments) as d where ${where(['true', ...conditions])}`;
}

/**
 * A customer is new if the first sale of all is among the counted sales of these days, stores and
 * currency.
 */
function segmentSql(filter: Asked, given: Given): string {
  const { segment, currency } = filter;
  if (segment === 'guest') return 't.customer_id is null';
  if (segment === 'known') return 't.customer_id is not null';
  const isNew = `exists (
    select from transactions f join stores z on z.id = f.store_id
    where f.customer_id = t.customer_id and f.status <> 'voided' and ${where([
      ...momentIn('f.completed_at', 'z', filter, given),
      ...atStores('f.store_id', filter, given),
      ...(currency === undefined ? [] : [`f.currency = ${given(currency, 'text')}`]),
    ])}
      and not exists (
        select from transactions earlier
        where earlier.customer_id = f.customer_id and earlier.completed_at < f.completed_at
          and earlier.status <> 'voided'))`;
  return `t.customer_id is not null and ${segment === 'new' ? isNew : `not ${isNew}`}`;
}

/** Conditions on `transactions t`. */
export function figureConditions(filter: Asked, given: Given): string[] {
  const conditions: string[] = [];
  const isAmong = (rows: string, alias: 'r' | 'u'): number =>
    conditions.push(`t.id in (select ${alias}.transaction_id from ${rows})`);
  if (filter.currency) conditions.push(`t.currency = ${given(filter.currency, 'text')}`);
  if (filter.segment) conditions.push(segmentSql(filter, given));
  if (filter.discount) {
    conditions.push("t.adjustments <> '[]'");
    conditions.push(`exists (select from ${discountsSql(filter.discount, given)})`);
  }
  if (filter.codeId !== undefined) isAmong(codeUsesSql(filter, given), 'u');
  if (filter.campaignId) isAmong(conversionsSql(filter, given), 'u');
  if (filter.isRefunded) isAmong(refundsSql(filter, given), 'r');
  else if (filter.paymentMethodId) {
    conditions.push(`exists (select from ${paymentsSql(filter, given)})`);
  }
  if (filter.categoryId !== undefined || filter.productId !== undefined) {
    conditions.push(`exists (select from ${linesSql(filter, given)})`);
  }
  return conditions;
}

/** Of line `l`. */
const NET = 'l.subtotal - l.discount - case when t.prices_include_tax then l.tax else 0 end';

/** Parts that the sale itself has. */
const PARTS: Partial<Record<SalePart, string>> = {
  gross_goods:
    't.subtotal - case when t.prices_include_tax then t.tax_amount - t.shipping_tax else 0 end',
  tax: 't.tax_amount',
};

/**
 * What of sale `t` the filter is about, so that the parts of the listed sales add up to the figure
 * of the report; undefined if it is about whole sales.
 */
export function partSql(filter: Asked, given: Given): string | undefined {
  const sum = (amount: string, rows: string): string => `(select sum(${amount}) from ${rows})`;
  if (filter.part) return PARTS[filter.part] ?? sum(NET, linesSql(filter, given));
  if (filter.isRefunded) {
    return sum('r.amount', `${refundsSql(filter, given)} and r.transaction_id = t.id`);
  }
  if (filter.discount) {
    return sum("(d ->> 'amount')::numeric", discountsSql(filter.discount, given));
  }
  if (filter.codeId !== undefined) {
    return sum('u.discount', `${codeUsesSql(filter, given)} and u.transaction_id = t.id`);
  }
  if (filter.campaignId) {
    return sum('u.discount', `${conversionsSql(filter, given)} and u.transaction_id = t.id`);
  }
  if (filter.categoryId !== undefined || filter.productId !== undefined) {
    return sum(NET, linesSql(filter, given));
  }
  if (filter.paymentMethodId) return sum('p.amount', paymentsSql(filter, given));
  return filter.flag === 'discounted' ? 't.promotion_discount' : undefined;
}

/** Whether the rows of a filter have a part; it is the same question without a statement. */
export const hasPart = (filter: Asked): boolean => partSql(filter, () => '') !== undefined;
