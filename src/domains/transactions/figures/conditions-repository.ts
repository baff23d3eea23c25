import type { SalePart } from './filter-schemas.js';
import {
  type Asked,
  atStores,
  codeUsesSql,
  conversionsSql,
  countedSql,
  discountsSql,
  type Given,
  linesSql,
  momentIn,
  paymentsSql,
  refundsSql,
  where,
} from './rows-repository.js';

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
  const isAmong = (rows: string, alias: 'r' | 'u'): void => {
    conditions.push(`t.id in (select ${alias}.transaction_id ${rows})`);
  };
  if (filter.currency) conditions.push(`t.currency = ${given(filter.currency, 'text')}`);
  if (filter.segment) conditions.push(segmentSql(filter, given));
  if (filter.discount) {
    conditions.push("t.adjustments <> '[]'");
    conditions.push(`exists (select ${discountsSql(filter.discount, given)})`);
  }
  if (filter.codeId !== undefined) isAmong(codeUsesSql(filter, given), 'u');
  if (filter.campaignId) isAmong(conversionsSql(filter, given), 'u');
  if (filter.isRefunded) isAmong(refundsSql(filter, given), 'r');
  else if (filter.part === 'net') {
    conditions.push(`t.id in (select c.id ${countedSql(filter, given)}
      union all select r.transaction_id ${refundsSql(filter, given)})`);
  } else if (filter.paymentMethodId) {
    conditions.push(`exists (select ${paymentsSql(filter, given)})`);
  }
  if (filter.categoryId !== undefined || filter.productId !== undefined) {
    conditions.push(`exists (select ${linesSql(filter, given)})`);
  }
  return conditions;
}

/** Net amount of line `l`. */
const NET = 'l.subtotal - l.discount - case when t.prices_include_tax then l.tax else 0 end';

/** Parts that the sale itself has. */
const PARTS: Partial<Record<SalePart, string>> = {
  gross_goods:
    't.subtotal - case when t.prices_include_tax then t.tax_amount - t.shipping_tax else 0 end',
  tax: 't.tax_amount',
};

const sum = (amount: string, rows: string): string => `(select sum(${amount}) ${rows})`;

/** What was paid, if the sale is one of these days and stores, less what was refunded on them. */
function netSql(filter: Asked, given: Given): string {
  const isOfDays = [
    ...momentIn('t.completed_at', 's', filter, given),
    ...atStores('t.store_id', filter, given),
  ];
  const paid = filter.paymentMethodId
    ? sum('p.amount', paymentsSql(filter, given))
    : 't.total_amount';
  const refunded = sum('r.amount', `${refundsSql(filter, given)} and r.transaction_id = t.id`);
  return `case when ${where(isOfDays)} then coalesce(${paid}, 0) else 0 end
    - coalesce(${refunded}, 0)`;
}

/**
 * What of sale `t` the filter is about, so that the parts of the listed sales add up to the figure
 * of the report; undefined if it is about whole sales.
 */
export function partSql(filter: Asked, given: Given): string | undefined {
  if (filter.part === 'net') return netSql(filter, given);
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

/** Whether the filter is about a part of each sale. */
export const hasPart = (filter: Asked): boolean => partSql(filter, () => '') !== undefined;
