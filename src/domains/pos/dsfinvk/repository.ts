import { type Reader, statement } from '../../../platform/database/tx.js';

/** A closed shift with its Z report. */
export type Closing = {
  id: string;
  terminal_id: string;
  number: number;
  created_at: Date;
  business_date: string;
  opened_at: Date;
  opening_float: string;
  variance: string;
  currency: string;
};

export const closingsOf = (reader: Reader, storeId: string, from: string, to: string) =>
  statement<Closing>(
    reader,
    `select s.id, s.terminal_id, z.number, z.created_at, s.business_date::text as business_date,
       s.opened_at, amount_text(s.opening_float) as opening_float,
       amount_text(coalesce(s.variance, 0)) as variance, s.currency
     from shifts s join z_reports z on z.shift_id = s.id
     where s.store_id = $1 and s.business_date between $2::date and $3::date
     order by z.number`,
    [storeId, from, to],
  );

export type SoldLine = {
  position: number;
  sku: string;
  barcode: string | null;
  text: string;
  quantity: number;
  unit: string;
  /** With tax, after discounts. */
  gross: string;
  tax: string;
  /** A fraction such as `0.19`. */
  rate: string;
  /** Before discounts, with the tax if prices contain it. */
  subtotal: string;
  discount: string;
  unit_price: string;
  catalog_price: string;
};

export type Sold = {
  shift_id: string;
  id: string;
  number: string;
  till_number: string | null;
  started_at: Date;
  /** Time of the last payment in this shift. */
  paid_at: Date;
  /** False if the sale was not completed in this shift; then its payments here are deposits. */
  is_completed: boolean;
  /** Paid before, in other shifts or outside a shift. */
  deposits: string;
  prices_include_tax: boolean;
  /** Number of the Z report of its own time, if the sale arrived after that. */
  late_for: number | null;
  employee_id: string | null;
  employee: string;
  lines: SoldLine[];
  /** `amount` settles the sale; the customer paid `amount + rounding + tip`. */
  payments: {
    id: string;
    name: string;
    method_type: string;
    amount: string;
    rounding: string;
    tip: string;
  }[];
};

const RATE = `case when l.is_tax_exempt or t.tax_exemption is not null then 0
  when jsonb_typeof(l.tax_rates) = 'array' then (
    select coalesce(sum((r ->> 'rate')::numeric), 0) from jsonb_array_elements(l.tax_rates) as r)
  else 0 end`;

/** The late money of a sale belongs to the Z report that lists it. */
const LATE = `left join late_sales late on late.transaction_id = p.transaction_id
  and p.shift_id is null and p.processed_at >= late.occurred_at`;

/**
 * The sales with payments in these shifts, once per shift. A sale paid at two tills is completed in
 * the shift of its last payment.
 */
export const soldIn = (reader: Reader, shiftIds: readonly string[]) =>
  statement<Sold>(
    reader,
    `with paid as (
       select p.id, p.transaction_id, coalesce(p.shift_id, late.reported_in) as shift_id, p.amount,
         p.rounding, p.tip, p.processed_at, m.name, m.method_type, late.shift_id as late_for
       from payments p join payment_methods m on m.id = p.payment_method_id ${LATE}
       where p.transaction_id in (select transaction_id from payments where shift_id = any($1::uuid[])
           union select transaction_id from late_sales where reported_in = any($1::uuid[]))
         and p.processed_at is not null and p.status in ('succeeded', 'voided')
     ), last as (
       select distinct on (transaction_id) transaction_id, shift_id, total.amount
       from paid join (select transaction_id, sum(amount) as amount from paid group by 1) as total
         using (transaction_id)
       order by transaction_id, id desc
     ), part as (
       select transaction_id, shift_id, max(processed_at) as paid_at, sum(amount) as amount,
         min(late_for::text)::uuid as late_for,
         json_agg(json_build_object('id', id, 'name', name, 'method_type', method_type,
           'amount', amount_text(amount), 'rounding', amount_text(rounding),
           'tip', amount_text(tip)) order by id) as payments
       from paid where shift_id = any($1::uuid[]) group by 1, 2
     )
     select part.shift_id, t.id, t.transaction_number as number, t.till_number,
       t.created_at as started_at, part.paid_at, t.employee_id,
       coalesce(u.first_name || ' ' || u.last_name, '') as employee,
       t.completed_at is not null and last.shift_id is not distinct from part.shift_id as is_completed,
       amount_text(last.amount - part.amount) as deposits, part.payments, t.prices_include_tax,
       (select z.number from z_reports z where z.shift_id = part.late_for) as late_for,
       (select coalesce(json_agg(json_build_object('position', l.position, 'sku', l.sku,
           'barcode', v.barcode,
           'text', case when l.variant_name = '' then coalesce(nullif(l.product_name, ''), l.name)
             else l.product_name || ', ' || l.variant_name end,
           'quantity', l.quantity, 'unit', l.unit,
           'gross', amount_text(l.subtotal - l.discount
             + case when t.prices_include_tax then 0 else l.tax end),
           'tax', amount_text(l.tax), 'rate', trim_scale(${RATE})::text,
           'subtotal', amount_text(l.subtotal), 'discount', amount_text(l.discount),
           'unit_price', amount_text(l.unit_price),
           'catalog_price', amount_text(l.catalog_price)) order by l.position), '[]')
        from transaction_lines l left join product_variants v on v.id = l.variant_id
        where l.transaction_id = t.id) as lines
     from part join last using (transaction_id)
       join transactions t on t.id = part.transaction_id
       left join users u on u.id = t.employee_id
     order by part.paid_at, t.id`,
    [shiftIds],
  );

export type GivenBack = {
  shift_id: string;
  id: string;
  number: string;
  sale_number: string;
  currency: string;
  processed_at: Date;
  amount: string;
  rounding: string;
  tip: string;
  name: string;
  method_type: string;
  way: string;
  /** True if the sale was never completed. */
  is_deposit: boolean;
  /** Gross amounts of the returned goods by rate, else of the sale. */
  parts: { rate: string; gross: string; tax: string }[];
  /** The receipt that it pays back; null if that is in no closing. */
  sold_in: { bon: string; till: string; number: number; at: string } | null;
};

/** The shift of the last payment, which completed the sale, or of the deposit that goes back. */
const SOLD_IN = `select json_build_object('till', s.terminal_id, 'number', z.number,
    'at', z.created_at, 'bon', case when t.completed_at is null then t.id || '-' || z.shift_id
      else t.id::text end)
  from (select coalesce(q.shift_id, late.reported_in) as shift_id
    from payments q
      left join late_sales late on late.transaction_id = q.transaction_id and q.shift_id is null
        and q.processed_at >= late.occurred_at
    where q.transaction_id = t.id and q.processed_at is not null
      and q.status in ('succeeded', 'voided') and (t.completed_at is not null or q.id = p.id)
    order by q.id desc limit 1) as last
    join z_reports z on z.shift_id = last.shift_id join shifts s on s.id = z.shift_id`;

/** Refunds with the goods they are for. `$1` is a list of shifts or refunds. */
const GIVEN_BACK = `select r.shift_id, r.id, r.refund_id as number, t.transaction_number as sale_number,
       t.currency, r.processed_at, amount_text(r.amount) as amount, amount_text(r.rounding) as rounding,
       amount_text(r.tip) as tip, m.name, m.method_type,
       coalesce(r.way, '') as way, t.completed_at is null as is_deposit,
       (select coalesce(json_agg(by_rate), '[]') from (
          select trim_scale(${RATE})::text as rate, amount_text(sum(g.gross)) as gross,
            amount_text(round(coalesce(sum(g.gross * l.tax / nullif(l.subtotal - l.discount
              + case when t.prices_include_tax then 0 else l.tax end, 0)), 0),
              amount_digits(t.currency))) as tax
          from transaction_lines l cross join lateral (select case when link.return_id is null
              then l.subtotal - l.discount + case when t.prices_include_tax then 0 else l.tax end
              else coalesce((select sum(b.refund_amount) from return_lines b
                where b.return_id = link.return_id and b.line_id = l.id), 0) end as gross) as g
          where l.transaction_id = t.id and g.gross <> 0 group by 1 order by 1) as by_rate) as parts,
       (${SOLD_IN}) as sold_in
     from refunds r join transactions t on t.id = r.transaction_id
       join payments p on p.id = r.payment_id
       join payment_methods m on m.id = p.payment_method_id
       left join return_refunds link on link.refund_id = r.id`;

export const givenBackIn = (reader: Reader, shiftIds: readonly string[]) =>
  statement<GivenBack>(
    reader,
    `${GIVEN_BACK} where r.shift_id = any($1::uuid[]) and r.status = 'succeeded'
     order by r.processed_at, r.id`,
    [shiftIds],
  );

/** Includes refunds that the processor has not made yet. */
export const givenBackBy = (reader: Reader, refundIds: readonly string[]) =>
  statement<GivenBack>(reader, `${GIVEN_BACK} where r.id = any($1::uuid[]) order by r.id`, [
    refundIds,
  ]);

export type Moved = {
  shift_id: string;
  id: string;
  kind: string;
  amount: string;
  reason: string;
  occurred_at: Date;
};

export const movedIn = (reader: Reader, shiftIds: readonly string[]) =>
  statement<Moved>(
    reader,
    `select shift_id, id, kind, amount_text(amount) as amount, reason, occurred_at
     from cash_movements where shift_id = any($1::uuid[]) and kind in ('paid_in', 'paid_out')
     order by occurred_at, id`,
    [shiftIds],
  );
