import { type Reader, statement } from '../../../platform/database/tx.js';

export type StoredSale = {
  id: string;
  number: string;
  status: string;
  store: string;
  terminal: string | null;
  employee: string | null;
  source: string;
  total: string;
  paid: string;
  currency: string;
  created_at: Date;
};

/** By number or id; an id is compared as text, because the caller may have given a number. */
export async function findSale(reader: Reader, given: string): Promise<StoredSale | undefined> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given);
  const [sale] = await statement<StoredSale>(
    reader,
    `select sale.id, sale.transaction_number as number, sale.status, store.code as store,
       sale.terminal_id as terminal, person.employee_number as employee,
       sale.source_system as source, sale.total_amount::text as total,
       sale.total_paid::text as paid, sale.currency, sale.created_at
     from transactions sale join stores store on store.id = sale.store_id
       left join users person on person.id = sale.employee_id
     where ${isId ? 'sale.id = $1::uuid' : 'sale.transaction_number = $1'}`,
    [given],
  );
  return sale;
}

/** Something that a record knows about its sale. */
export type Entry = { at: Date; kind: string; text: string; needsWork: boolean };

/**
 * Each part of the trace is one statement over the sale (`id`, `number`, `created_at`) that returns
 * when and what, and whether it still needs work or a person.
 */
export type Part = { kind: string; text: string };

export async function readParts(
  reader: Reader,
  sale: StoredSale,
  parts: readonly Part[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { kind, text } of parts) {
    const rows = await statement<Omit<Entry, 'kind'>>(
      reader,
      `with sale as (select $1::uuid as id, $2::text as number, $3::timestamptz as created_at)
       select part.at, part.text, part."needsWork"
       from sale cross join lateral (${text}) as part (at, text, "needsWork")
       where part.at is not null order by part.at`,
      [sale.id, sale.number, sale.created_at],
    );
    entries.push(...rows.map(row => ({ kind, ...row })));
  }
  return entries;
}

/** What was sold, and how the sale went on. */
export const SALE_PARTS: readonly Part[] = [
  {
    kind: 'sale',
    text: `select v.at, v.what, false from transactions t, lateral (values
        (t.created_at, 'created, ' || t.total_amount || ' ' || t.currency || ' for ' ||
          (select string_agg(line.sku || ' ' || line.subtotal, ', ' order by line.position)
           from transaction_lines line where line.transaction_id = t.id)),
        (t.completed_at, 'paid in full, ' || t.total_paid || ', change ' || t.change_due),
        (t.voided_at, 'voided: ' || coalesce(t.void_reason, ''))) as v (at, what)
      where t.id = sale.id`,
  },
  {
    kind: 'checkout',
    text: `select c.created_at, 'checkout ' || c.id || ', ' || c.fulfillment_method || ', attempt ' ||
        c.attempt || ', ' || c.status || coalesce(': ' || (c.failure ->> 'code'), ''),
        exists (select from checkout_attempts attempt where attempt.checkout_id = c.id)
      from checkout_sessions c where c.transaction_id = sale.id`,
  },
  {
    kind: 'quote',
    text: `select v.at, v.what, false from quotes q, lateral (values
        (q.created_at, 'offered as quote ' || q.number), (q.accepted_at, 'quote accepted'))
        as v (at, what)
      where q.transaction_id = sale.id`,
  },
  {
    kind: 'layaway',
    text: `select v.at, v.what, false from layaways l, lateral (values
        (l.created_at, 'kept as layaway, fee ' || l.fee), (l.reminded_at, 'customer reminded'),
        (l.expired_at, 'layaway expired')) as v (at, what)
      where l.transaction_id = sale.id`,
  },
  {
    kind: 'stock',
    text: `select m.occurred_at, m.kind || ' ' || variant.sku || ' ' || m.quantity ||
        ', then ' || m.on_hand || ' on hand', false
      from stock_movements m join product_variants variant on variant.id = m.variant_id
      where m.occurred_at >= sale.created_at and m.reference in (
        select sale.id::text union select r.id::text from returns r where r.transaction_id = sale.id)`,
  },
  {
    kind: 'return',
    text: `select v.at, v.what, r.status in ('pending', 'approved', 'received')
      from returns r, lateral (values
        (r.created_at, r.return_number || ' opened (' || r.return_reason || '), ' ||
          r.refund_amount || ', ' || r.status),
        (r.completed_at, r.return_number || ' completed')) as v (at, what)
      where r.transaction_id = sale.id`,
  },
  {
    kind: 'fulfillment',
    text: `select f.created_at, f.fulfillment_type || ' ' || f.status ||
        coalesce(', handed over ' || to_char(f.handed_over_at at time zone 'UTC',
          'YYYY-MM-DD HH24:MI:SS'), '') || coalesce(', cancelled: ' || f.cancel_reason, ''), false
      from fulfillments f where f.transaction_id = sale.id
      union all
      select s.created_at, 'parcel ' || s.carrier_name || ' ' || s.tracking_number || ', ' || s.status,
        false
      from shipments s join fulfillments f on f.id = s.fulfillment_id
      where f.transaction_id = sale.id`,
  },
  {
    kind: 'approval',
    text: `select a.consumed_at, a.request_type || ' of ' || a.amount || ' used for ' ||
        a.consumed_for || ', decided by ' || coalesce(person.employee_number, 'nobody'), false
      from approvals a left join users person on person.id = a.decided_by
      where a.consumed_at >= sale.created_at - interval '1 minute'
        and (position(sale.number in a.consumed_for) > 0 or a.id::text in (
          select item.approval_request_id::text from transaction_adjustments item
          where item.transaction_id = sale.id))`,
  },
];
