import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Span } from './rules.js';

/** One rollup table and the SQL that computes its rows from the records. */
type Family = {
  table: string;
  /** The fourth key column, after store, day and currency. */
  key: string;
  counts: readonly string[];
  amounts: readonly string[];
  /** CTEs ending in `live`, which has the same columns as `table`. */
  facts: string;
};

/**
 * Converts the requested days ($1) to time ranges for the index scans. The ranges start and end
 * three hours outside midnight, because a DST change can repeat or skip it; the local date filters
 * exactly.
 */
const SPANS = `
  span as (
    select *, (from_day::timestamp at time zone time_zone) - interval '3 hours' as from_at,
      ((to_day + 1)::timestamp at time zone time_zone) + interval '3 hours' as to_at
    from json_to_recordset($1::json) as s(store_id uuid, time_zone text, from_day date, to_day date)
  )`;

/** `offset 0` keeps the planner from flattening the lateral, so each span is an index scan. */
const SOLD = `
  sold as materialized (
    select span.store_id, (t.completed_at at time zone span.time_zone) as at, t.*
    from span cross join lateral (
      select id, completed_at, status, currency, source_system as channel, employee_id, subtotal,
        promotion_discount, tax_amount, shipping_amount, total_amount, prices_include_tax,
        case when prices_include_tax then tax_amount - shipping_tax else 0 end as tax_inside_goods,
        case when prices_include_tax then shipping_tax else 0 end as tax_inside_shipping
      from transactions
      where store_id = span.store_id and completed_at >= span.from_at and completed_at < span.to_at
      offset 0) as t
    where (t.completed_at at time zone span.time_zone)::date between span.from_day and span.to_day
  ), kept as (select * from sold where status <> 'voided')`;

const REFUNDED = `
  refunded as materialized (
    select span.store_id, (r.processed_at at time zone span.time_zone)::date as day, r.amount,
      r.payment_id, t.currency, t.channel
    from span
    cross join lateral (
      select transaction_id, payment_id, amount, processed_at from refunds
      where store_id = span.store_id and status = 'succeeded'
        and processed_at >= span.from_at and processed_at < span.to_at offset 0) as r
    cross join lateral (
      select currency, source_system as channel from transactions
      where id = r.transaction_id and completed_at is not null and status <> 'voided' offset 0) as t
    where (r.processed_at at time zone span.time_zone)::date between span.from_day and span.to_day
  )`;

const RETURNED = `
  brought_back as materialized (
    select span.store_id, (r.completed_at at time zone span.time_zone)::date as day, t.currency,
      line.product_id, line.units, line.refund_amount
    from span
    cross join lateral (
      select id, transaction_id, completed_at from returns
      where store_id = span.store_id and status = 'completed'
        and completed_at >= span.from_at and completed_at < span.to_at offset 0) as r
    cross join lateral (
      select currency from transactions
      where id = r.transaction_id and completed_at is not null and status <> 'voided' offset 0) as t
    cross join lateral (
      select l.product_id, b.refund_amount,
        case when l.unit = 'piece' then b.quantity when b.quantity = l.quantity then 1 else 0 end
          as units
      from return_lines b
      join transaction_lines l on l.transaction_id = b.transaction_id and l.id = b.line_id
      where b.return_id = r.id and l.transaction_id = r.transaction_id offset 0) as line
    where (r.completed_at at time zone span.time_zone)::date between span.from_day and span.to_day
  )`;

const unitsOf = (sale: string): string =>
  `(select coalesce(sum(counted_units(quantity, unit)), 0) from transaction_lines where transaction_id = ${sale}.id)`;

/** The goods of each kept sale: without tax, and with cost where it is known in the sale's currency. */
const GOODS = `
  cross join lateral (
    select coalesce(sum(line.units), 0) as units, coalesce(sum(line.net), 0) as net_sales,
      coalesce(sum(line.cost) filter (where line.has_cost), 0) as cost,
      coalesce(sum(line.net) filter (where line.has_cost), 0) as costed_revenue
    from (
      select counted_units(quantity, unit) as units,
        subtotal - discount - case when kept.prices_include_tax then tax else 0 end as net,
        cost_at_sale * quantity / steps_per_unit(unit) as cost,
        cost_at_sale is not null and cost_currency = kept.currency as has_cost
      from transaction_lines where transaction_id = kept.id offset 0) as line) as goods`;

const GOODS_SUMS = `count(*) as sales, sum(goods.units) as units, sum(total_amount) as revenue,
      sum(goods.net_sales) as net_sales, sum(goods.cost) as cost,
      sum(goods.costed_revenue) as costed_revenue`;

export const SALES = {
  table: 'analytics_daily_sales',
  key: 'channel',
  counts: ['sales', 'units', 'discounted_sales', 'voided_sales', 'refunds'],
  amounts: ['subtotal', 'discount', 'tax', 'shipping', 'revenue', 'voided_amount', 'refunded'],
  facts: `${SOLD}, ${REFUNDED}, live as (
    select store_id, at::date as day, currency, channel, count(*) as sales, sum(${unitsOf('kept')}) as units,
      sum(subtotal - tax_inside_goods) as subtotal, sum(promotion_discount) as discount, sum(tax_amount) as tax,
      sum(shipping_amount - tax_inside_shipping) as shipping, sum(total_amount) as revenue,
      count(*) filter (where promotion_discount > 0) as discounted_sales, 0 as voided_sales,
      0 as voided_amount, 0 as refunds, 0 as refunded
    from kept group by 1, 2, 3, 4
    union all
    select store_id, at::date, currency, channel, 0, 0, 0, 0, 0, 0, 0, 0, count(*), sum(total_amount), 0, 0
    from sold where status = 'voided' group by 1, 2, 3, 4
    union all
    select store_id, day, currency, channel, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), sum(amount)
    from refunded group by 1, 2, 3, 4
  )`,
} as const satisfies Family;

export const HOURS = {
  table: 'analytics_hourly_sales',
  key: 'hour',
  counts: ['sales', 'units'],
  amounts: ['revenue', 'net_sales', 'cost', 'costed_revenue'],
  facts: `${SOLD}, live as (
    select store_id, at::date as day, currency, extract(hour from at)::smallint as hour, ${GOODS_SUMS}
    from kept ${GOODS} group by 1, 2, 3, 4
  )`,
} as const satisfies Family;

/** The person of sales without one, such as orders of the web shop. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export const STAFF = {
  table: 'analytics_daily_staff',
  key: 'employee_id',
  counts: ['sales', 'units'],
  amounts: ['revenue', 'net_sales', 'cost', 'costed_revenue'],
  facts: `${SOLD}, live as (
    select store_id, at::date as day, currency, coalesce(employee_id, '${NOBODY}') as employee_id,
      ${GOODS_SUMS}
    from kept ${GOODS} group by 1, 2, 3, 4
  )`,
} as const satisfies Family;

export const PAYMENTS = {
  table: 'analytics_daily_payments',
  key: 'payment_method_id',
  counts: ['payments', 'refunds'],
  amounts: ['amount', 'refunded'],
  facts: `${SOLD}, ${REFUNDED}, live as (
    select kept.store_id, kept.at::date as day, kept.currency, p.payment_method_id, count(*) as payments,
      sum(p.amount) as amount, 0 as refunds, 0 as refunded
    from kept cross join lateral (
      select payment_method_id, amount from payments
      where transaction_id = kept.id and status = 'succeeded' offset 0) as p
    group by 1, 2, 3, 4
    union all
    select refunded.store_id, refunded.day, refunded.currency, p.payment_method_id, 0, 0, count(*),
      sum(refunded.amount)
    from refunded join payments p on p.id = refunded.payment_id group by 1, 2, 3, 4
  )`,
} as const satisfies Family;

export const PRODUCTS = {
  table: 'analytics_daily_products',
  key: 'product_id',
  counts: ['sales', 'units', 'uncosted_units', 'returned_units'],
  amounts: ['gross', 'discount', 'cost', 'costed_revenue', 'returned_amount'],
  facts: `${SOLD}, ${RETURNED}, live as (
    select kept.store_id, kept.at::date as day, kept.currency, l.product_id,
      count(distinct kept.id) as sales, sum(l.units) as units, sum(l.subtotal - l.tax_inside) as gross,
      sum(l.discount) as discount,
      coalesce(sum(l.cost_at_sale * l.quantity / l.steps) filter (where l.has_cost), 0) as cost,
      coalesce(sum(l.subtotal - l.discount - l.tax_inside) filter (where l.has_cost), 0) as costed_revenue,
      coalesce(sum(l.units) filter (where not l.has_cost), 0) as uncosted_units,
      0 as returned_units, 0 as returned_amount
    from kept cross join lateral (
      select product_id, quantity, subtotal, discount, cost_at_sale,
        case when kept.prices_include_tax then tax else 0 end as tax_inside,
        counted_units(quantity, unit) as units, steps_per_unit(unit) as steps,
        cost_at_sale is not null and cost_currency = kept.currency as has_cost
      from transaction_lines where transaction_id = kept.id offset 0) as l
    group by 1, 2, 3, 4
    union all
    select store_id, day, currency, product_id, 0, 0, 0, 0, 0, 0, 0, sum(units), sum(refund_amount)
    from brought_back group by 1, 2, 3, 4
  )`,
} as const satisfies Family;

export const FAMILIES = [SALES, HOURS, STAFF, PAYMENTS, PRODUCTS] as const;

const sums = (family: Family): string[] => [...family.counts, ...family.amounts];

/** Deletes the rows of the span and recomputes them from the records. */
export async function rollUpSpan(tx: Tx, family: Family, span: Span): Promise<void> {
  const { store_id, from_day, to_day } = span;
  await statement(tx, `delete from ${family.table} where store_id = $1 and day between $2 and $3`, [
    store_id,
    from_day,
    to_day,
  ]);
  const key = `store_id, day, currency, ${family.key}`;
  await statement(
    tx,
    `with ${SPANS}, ${family.facts}
     insert into ${family.table} (${key}, ${sums(family).join(', ')})
     select ${key}, ${[
       ...family.counts.map(count => `sum(${count})`),
       // A cost of goods by measure may be finer than the currency.
       ...family.amounts.map(amount => `round(sum(${amount}), amount_digits(currency))`),
     ].join(', ')} from live group by ${key}`,
    [JSON.stringify([span])],
  );
}

/** `rolled` days are read from the rollup tables, `live` days are computed from the records. */
export type Coverage = { rolled: readonly Span[]; live: readonly Span[] };

type Sums<F extends Family> = Record<F['counts'][number] | F['amounts'][number], number>;

/** A group-by column; `weekday` is 1 for Monday. */
type Grouping<F extends Family> = 'day' | 'store_id' | 'weekday' | F['key'];

/** Totals in one currency; amounts are in minor units. */
export const readSums = <F extends Family, G extends Grouping<F>>(
  reader: Reader,
  family: F,
  coverage: Coverage,
  currency: string,
  groups: readonly G[],
): Promise<(Sums<F> & Record<G, string | number>)[]> =>
  sumUp(reader, family, coverage, currency, groups);

/** Totals of each currency; amounts are in minor units. */
export const readSumsPerCurrency = <F extends Family>(
  reader: Reader,
  family: F,
  coverage: Coverage,
): Promise<(Sums<F> & { currency: string })[]> =>
  sumUp(reader, family, coverage, null, ['currency']);

/** Totals of each store and currency; amounts are in minor units. */
export const readSumsPerStore = <F extends Family>(
  reader: Reader,
  family: F,
  coverage: Coverage,
): Promise<(Sums<F> & { store_id: string; currency: string })[]> =>
  sumUp(reader, family, coverage, null, ['store_id', 'currency']);

/** Null `currency` reads all; then `groups` contain it. */
function sumUp<Row>(
  reader: Reader,
  family: Family,
  { rolled, live }: Coverage,
  currency: string | null,
  groups: readonly string[],
): Promise<Row[]> {
  const columns = ['store_id', 'day', 'currency', family.key, ...sums(family)].join(', ');
  const keys = groups.map(group => (group === 'weekday' ? 'extract(isodow from day)::int' : group));
  const selected = [
    ...groups.map((group, index) => `${keys[index]} as ${group}`),
    ...family.counts.map(count => `sum(${count})::bigint as ${count}`),
    ...family.amounts.map(
      amount => `sum(${amount} * minor_per_unit(currency))::bigint as ${amount}`,
    ),
  ];
  return statement(
    reader,
    `with ${SPANS}, ${family.facts}, facts as (
       select ${columns} from live
       union all
       select ${columns} from ${family.table}
       join (select store_id as of_store, from_day, to_day
             from json_to_recordset($2::json) as r(store_id uuid, from_day date, to_day date)) as rolled
         on store_id = of_store and day between from_day and to_day
     )
     select ${selected.join(', ')} from facts where $3::text is null or currency = $3
     group by ${keys.join(', ')} order by ${keys.join(', ')}`,
    [JSON.stringify(live), JSON.stringify(rolled), currency],
  );
}
