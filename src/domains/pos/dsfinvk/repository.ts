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
};

export type Sold = {
  shift_id: string;
  id: string;
  number: string;
  till_number: string | null;
  started_at: Date;
  completed_at: Date;
  employee_id: string | null;
  employee: string;
  total: string;
  lines: SoldLine[];
  /** `amount` settles the sale; the drawer changes by `amount + rounding`. */
  payments: { name: string; method_type: string; amount: string; rounding: string }[];
};

const RATE = `case when l.is_tax_exempt or t.tax_exemption is not null then 0
  when jsonb_typeof(l.tax_rates) = 'array' then (
    select coalesce(sum((r ->> 'rate')::numeric), 0) from jsonb_array_elements(l.tax_rates) as r)
  else 0 end`;

/** The sales of shifts; a sale paid at two tills belongs to the shift of its last payment. */
export const soldIn = (reader: Reader, shiftIds: readonly string[]) =>
  statement<Sold>(
    reader,
    `select s.shift_id, t.id, t.transaction_number as number, t.till_number,
       t.created_at as started_at, t.completed_at, t.employee_id,
       coalesce(u.first_name || ' ' || u.last_name, '') as employee,
       amount_text(t.total_amount) as total,
       (select coalesce(json_agg(json_build_object('position', l.position, 'sku', l.sku,
           'barcode', v.barcode,
           'text', case when l.variant_name = '' then coalesce(nullif(l.product_name, ''), l.name)
             else l.product_name || ', ' || l.variant_name end,
           'quantity', l.quantity, 'unit', l.unit,
           'gross', amount_text(l.subtotal - l.discount
             + case when t.prices_include_tax then 0 else l.tax end),
           'tax', amount_text(l.tax), 'rate', trim_scale(${RATE})::text) order by l.position), '[]')
        from transaction_lines l left join product_variants v on v.id = l.variant_id
        where l.transaction_id = t.id) as lines,
       (select coalesce(json_agg(json_build_object('name', m.name, 'method_type', m.method_type,
           'amount', amount_text(p.amount), 'rounding', amount_text(p.rounding)) order by p.id), '[]')
        from payments p join payment_methods m on m.id = p.payment_method_id
        where p.transaction_id = t.id and p.shift_id = s.shift_id
          and p.status in ('succeeded', 'voided') and p.processed_at is not null) as payments
     from (select distinct on (p.transaction_id) p.transaction_id, p.shift_id from payments p
         where p.transaction_id in (select transaction_id from payments where shift_id = any($1::uuid[]))
           and p.processed_at is not null and p.status in ('succeeded', 'voided')
         order by p.transaction_id, p.id desc) as s
       join transactions t on t.id = s.transaction_id and t.completed_at is not null
       left join users u on u.id = t.employee_id
     where s.shift_id = any($1::uuid[])
     order by t.completed_at, t.id`,
    [shiftIds],
  );

export type GivenBack = {
  shift_id: string;
  id: string;
  number: string;
  sale_number: string;
  processed_at: Date;
  amount: string;
  rounding: string;
  name: string;
  method_type: string;
  way: string;
  /** Gross amounts of the returned goods by rate, else of the sale. */
  parts: { rate: string; gross: string; tax: string }[];
};

/** Refunds of shifts, with the goods they are for. */
export const givenBackIn = (reader: Reader, shiftIds: readonly string[]) =>
  statement<GivenBack>(
    reader,
    `select r.shift_id, r.id, r.refund_id as number, t.transaction_number as sale_number,
       r.processed_at, amount_text(r.amount) as amount, amount_text(r.rounding) as rounding, m.name, m.method_type,
       coalesce(r.way, '') as way,
       (select coalesce(json_agg(by_rate), '[]') from (
          select trim_scale(${RATE})::text as rate, amount_text(sum(g.gross)) as gross,
            amount_text(sum(g.gross * l.tax / nullif(l.subtotal - l.discount
              + case when t.prices_include_tax then 0 else l.tax end, 0))) as tax
          from transaction_lines l cross join lateral (select case when link.return_id is null
              then l.subtotal - l.discount + case when t.prices_include_tax then 0 else l.tax end
              else coalesce((select sum(b.refund_amount) from return_lines b
                where b.return_id = link.return_id and b.line_id = l.id), 0) end as gross) as g
          where l.transaction_id = t.id and g.gross <> 0 group by 1 order by 1) as by_rate) as parts
     from refunds r join transactions t on t.id = r.transaction_id
       join payments p on p.id = r.payment_id
       join payment_methods m on m.id = p.payment_method_id
       left join return_refunds link on link.refund_id = r.id
     where r.shift_id = any($1::uuid[]) and r.status = 'succeeded'
     order by r.processed_at, r.id`,
    [shiftIds],
  );

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
