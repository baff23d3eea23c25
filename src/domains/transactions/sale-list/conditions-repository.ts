import { figureConditions } from '../figures/conditions-repository.js';
import {
  type FigureFilter,
  type Given,
  hasOwnDays,
  hasOwnStore,
  momentIn,
} from '../figures/rows-repository.js';
import type { SaleFlag, SaleStatus, Source } from '../rules.js';

export type SaleFilter = FigureFilter & {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  /** All stores of the caller; a refund at one of `stores` may be of a sale of another. */
  visibleStores: readonly string[] | undefined;
  status?: SaleStatus;
  /** Days of the store that made the sale, `2026-03-01`; both are included. */
  dateFrom?: string;
  dateTo?: string;
  terminalId?: string;
  /** Null: sales without a person. */
  employeeId?: string | null;
  customerId?: string;
  source?: Source;
  amountMin?: string;
  amountMax?: string;
  flag?: SaleFlag;
  /** By the store's clock. */
  hour?: number;
  /** Null: goods without a category. */
  categoryId?: string | null;
  productId?: number;
  /** As reports count: by the day of completion, without voided sales. */
  isCounted?: boolean;
  search?: SaleSearch;
};

/**
 * The start of a number with the ids of its day; the ids of the days that a shorter start leaves
 * open; or words, which may be the end of a number.
 */
export type SaleSearch =
  | { number?: string; from: string; before: string }
  | { words: string; end?: string };

/** Partial indexes hold the sales with each flag; discounted ones are found by their days. */
const FLAGS: Record<SaleFlag, string> = {
  price_overridden: 't.price_overridden',
  tax_variance: 't.tax_variance <> 0',
  age_check: 't.age_check is not null',
  discounted: `t.adjustments <> '[]' and t.promotion_discount > 0`,
};

/** The conditions of a filter on `transactions t`; days and hours need `stores s`. */
export function conditionsOf(filter: SaleFilter, given: Given): string[] {
  const { flag, search } = filter;
  const stores = hasOwnStore(filter) ? filter.visibleStores : filter.stores;
  const conditions: string[] = [];
  const equal = (column: string, value: string | undefined, type: string): void => {
    if (value !== undefined) conditions.push(`t.${column} = ${given(value, type)}`);
  };
  if (stores?.length === 1) equal('store_id', stores[0], 'uuid');
  else if (stores) conditions.push(`t.store_id = any(${given(stores, 'uuid[]')})`);
  // A literal, so that the planner finds the partial index of a store's sales that are not completed.
  if (filter.status) conditions.push(`t.status = '${filter.status}'`);
  equal('terminal_id', filter.terminalId, 'text');
  if (filter.employeeId === null) conditions.push('t.employee_id is null');
  else equal('employee_id', filter.employeeId, 'uuid');
  equal('customer_id', filter.customerId, 'uuid');
  // A literal, so that the planner finds the partial index of sales that were not made at a till.
  if (filter.source) conditions.push(`t.source_system = '${filter.source}'`);
  const { amountMin, amountMax } = filter;
  if (amountMin) conditions.push(`t.total_amount >= ${given(amountMin, 'numeric')}`);
  if (amountMax) conditions.push(`t.total_amount <= ${given(amountMax, 'numeric')}`);
  if (flag) conditions.push(FLAGS[flag]);
  if (filter.isCounted) conditions.push("t.completed_at is not null and t.status <> 'voided'");
  if (!hasOwnDays(filter)) {
    // A layaway may be completed months after it was made, so its id does not contain the day.
    conditions.push(
      ...(filter.isCounted
        ? momentIn('t.completed_at', 's', filter, given)
        : createdIn('t.id', filter, given)),
    );
  }
  if (filter.hour !== undefined) {
    const at = 'coalesce(t.completed_at, t.created_at) at time zone s.time_zone';
    conditions.push(`extract(hour from ${at}) = ${given(filter.hour, 'integer')}`);
  }
  conditions.push(...figureConditions(filter, given));
  if (search) conditions.push(searchSql(search, given));
  return conditions;
}

/**
 * An id contains the time. The wider range of constants selects partitions and index entries; the
 * exact one depends on the time zone of each store.
 */
export function createdIn(
  id: 't.id' | 'r.id',
  { dateFrom, dateTo }: { dateFrom?: string; dateTo?: string },
  given: Given,
): string[] {
  const conditions: string[] = [];
  if (dateFrom) {
    const day = given(dateFrom, 'date');
    conditions.push(
      `${id} >= uuid_floor((${day} - 1)::timestamp at time zone 'UTC')`,
      `${id} >= uuid_floor(${day}::timestamp at time zone s.time_zone)`,
    );
  }
  if (dateTo) {
    const day = given(dateTo, 'date');
    conditions.push(
      `${id} < uuid_floor((${day} + 2)::timestamp at time zone 'UTC')`,
      `${id} < uuid_floor((${day} + 1)::timestamp at time zone s.time_zone)`,
    );
  }
  return conditions;
}

/** How many days back a sale is found by the end of its number, which has no index. */
const END_DAYS = 92;

/** The numbers of each day that go on like this; bounds of one length work in any collation. */
const endsWithSql = (end: string): string => `
  select s.id from generate_series((now() at time zone 'UTC')::date - ${END_DAYS},
      (now() at time zone 'UTC')::date, interval '1 day') as d(day)
    cross join lateral (values ('TXN-' || to_char(d.day, 'YYYYMMDD') || '-')) as n(start)
    join transactions s on s.transaction_number
      between n.start || rpad(${end}, 8, '0') and n.start || rpad(${end}, 8, 'F')`;

/** Each part of the union uses an index of its own. */
function searchSql(search: SaleSearch, given: Given): string {
  if ('from' in search) {
    const [from, before] = [given(search.from, 'uuid'), given(search.before, 'uuid')];
    const days = `t.id >= ${from} and t.id < ${before}`;
    if (search.number === undefined) return days;
    return `${days} and starts_with(t.transaction_number, ${given(search.number, 'text')})`;
  }
  const q = given(search.words, 'text');
  const words = `regexp_replace(plainto_tsquery('simple', ${q})::text, '''(?= |$)', ''':*', 'g')::tsquery`;
  const begins = (column: string): string =>
    `lower(${column}) ~>=~ lower(${q}) and lower(${column}) ~<~ (lower(${q}) || chr(1114111))`;
  return `t.id in (
    select id from transactions where notes <> '' and to_tsvector('simple', notes) @@ ${words}
    union select id from transactions where customer_email is not null and ${begins('customer_email')}
    union select id from transactions where till_number in (${q}, upper(${q}))
    ${search.end === undefined ? '' : `union ${endsWithSql(given(search.end, 'text'))}`}
    union select id from transactions where customer_id in (
      select id from users where ${begins('last_name')}
      union select id from users where ${begins('first_name')}
      union select id from users where ${begins('email')})
    union select transaction_id from transaction_lines where variant_id in (
      select id from product_variants where ${begins('sku')}
      union select id from product_variants where to_tsvector('simple', name) @@ ${words}
      union select v.id from products p join product_variants v on v.product_id = p.id
        where to_tsvector('simple', p.name) @@ ${words}))`;
}
