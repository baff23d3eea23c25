import { type Reader, statement } from '../../platform/database/tx.js';

export type OutsideFilter = {
  storeIds?: readonly string[];
  terminalId?: string;
  dateFrom: string;
  dateTo: string;
};

export type OutsideDay = {
  store: string;
  terminal_id: string | null;
  date: string;
  payments: number;
  amount: string;
  cash: string;
  refunds: number;
  refunded: string;
};

/**
 * Payments at a till without an open shift, and cash that no shift has booked, per calendar day of
 * the store; latest first.
 */
export const paymentsOutside = (reader: Reader, filter: OutsideFilter): Promise<OutsideDay[]> =>
  statement<OutsideDay>(
    reader,
    `with outside as (
       select p.store_id, p.register_id as terminal_id, p.created_at as at, p.amount,
         case when m.method_type = 'cash' then p.amount + p.rounding + p.tip else 0 end as cash, 0 as refunded,
         1 as payments, 0 as refunds
       from payments p join payment_methods m on m.id = p.payment_method_id
       where p.shift_id is null and (p.register_id is not null or m.method_type = 'cash')
         and p.processed_at is not null and p.status in ('succeeded', 'voided')
         -- A day more on either side, because a store's day is not the database's.
         and p.id >= uuid_floor($3::date - interval '1 day')
         and p.id < uuid_floor($4::date + interval '2 days')
       union all
       select r.store_id, r.terminal_id, r.processed_at, 0, 0, r.amount + r.rounding + r.tip, 0, 1
       from refunds r
       where r.way = 'cash' and r.shift_id is null
         and r.processed_at between $3::date - interval '1 day' and $4::date + interval '2 days'
     )
     select o.store_id as store, o.terminal_id, (o.at at time zone s.time_zone)::date as date,
       sum(o.payments)::int as payments, amount_text(sum(o.amount)) as amount,
       amount_text(sum(o.cash)) as cash, sum(o.refunds)::int as refunds,
       amount_text(sum(o.refunded)) as refunded
     from outside o join stores s on s.id = o.store_id
     where (o.at at time zone s.time_zone)::date between $3::date and $4::date
       and ($1::uuid[] is null or o.store_id = any($1)) and ($2::text is null or o.terminal_id = $2)
     group by 1, 2, 3 order by date desc, store, terminal_id`,
    [filter.storeIds ?? null, filter.terminalId ?? null, filter.dateFrom, filter.dateTo],
  );
