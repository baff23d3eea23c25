import { type Reader, statement } from '../../platform/database/tx.js';

/** Records whose events say that a drawer may have to open. */
export type Causes = {
  saleIds: readonly string[];
  refundIds: readonly string[];
  openingIds: readonly string[];
};

/** `sale_id` is null for an opening with a reason. */
export type DuePulse = {
  cause_id: string;
  sale_id: string | null;
  device_id: string;
  store_id: string;
};

/** Cash into or out of the drawer of a till, and openings with a reason, since `$4`. */
const OPENINGS = `
  select p.id as cause_id, p.transaction_id as sale_id, p.register_id as terminal_id, p.store_id
  from payments p join payment_methods m on m.id = p.payment_method_id
  where p.transaction_id = any($1::uuid[]) and m.method_type = 'cash' and p.status = 'succeeded'
    and p.processed_at >= $4
  union all
  select r.id, r.transaction_id, r.till_id, r.store_id from refunds r
  where r.id = any($2::uuid[]) and r.way = 'cash' and r.status = 'succeeded'
    and coalesce(r.confirmed_at, r.created_at) >= $4
  union all
  select d.id, null, d.terminal_id, d.store_id from drawer_operations d
  where d.id = any($3::uuid[]) and not d.by_paper and d.occurred_at >= $4`;

/**
 * The first receipt printer of each till with a drawer, if it is a network printer. A drawer at a
 * till with a printer on a cable is plugged into that one, and the register opens it.
 */
const PRINTERS = `
  select distinct on (d.terminal_id) d.id, d.terminal_id, d.store_id
  from terminal_devices d
  join terminals t on t.id = d.terminal_id and t.store_id = d.store_id
  where d.kind = 'printer' and d.connection = 'network' and d.purpose = 'receipt' and d.is_active
    and d.terminal_id in (select terminal_id from openings)
    and exists (
      select from terminal_devices o where o.terminal_id = d.terminal_id
        and o.store_id = d.store_id and o.is_active and o.kind = 'drawer')
    and not exists (
      select from terminal_devices o where o.terminal_id = d.terminal_id
        and o.store_id = d.store_id and o.is_active and o.kind = 'printer'
        and o.connection in ('webusb', 'webserial'))
  order by d.terminal_id, d.id`;

/**
 * The pulses of these records. Two parts of a payment that arrive together open the drawer once: of
 * a sale the last payment or refund counts.
 */
export const duePulses = (
  reader: Reader,
  { saleIds, refundIds, openingIds }: Causes,
  since: Date,
): Promise<DuePulse[]> =>
  statement<DuePulse>(
    reader,
    `with openings as (${OPENINGS}), printers as (${PRINTERS})
     select distinct on (o.terminal_id, coalesce(o.sale_id, o.cause_id))
       o.cause_id, o.sale_id, p.id as device_id, p.store_id
     from openings o
     join printers p on p.terminal_id = o.terminal_id and p.store_id = o.store_id
     order by o.terminal_id, coalesce(o.sale_id, o.cause_id), o.cause_id desc`,
    [saleIds, refundIds, openingIds, since],
  );
