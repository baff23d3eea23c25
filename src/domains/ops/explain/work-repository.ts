import { type Reader, statement } from '../../../platform/database/tx.js';
import type { Part, StoredSale } from './sale-repository.js';

/** Every id under which events, jobs and other systems know the sale or a part of it. */
const IDS = `
  select sale.id::text union select sale.number
  union select p.id::text from payments p where p.transaction_id = sale.id
  union select r.id::text from refunds r where r.transaction_id = sale.id
  union select b.id::text from returns b where b.transaction_id = sale.id
  union select f.id::text from fulfillments f where f.transaction_id = sale.id`;

export async function idsOfSale(reader: Reader, sale: StoredSale): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select known.id from (select $1::uuid as id, $2::text as number) as sale
       cross join lateral (${IDS}) as known (id)`,
    [sale.id, sale.number],
  );
  return rows.map(({ id }) => id);
}

/** Work that followed from the sale and calls from outside about it. */
export const WORK_PARTS: readonly Part[] = [
  {
    kind: 'outbox',
    text: `select o.occurred_at, item.event || ' waits for its number', true
      from outbox o cross join lateral unnest(o.events) as item
      where item.subject_id in (${IDS}) or item.data ->> 'transaction_id' = sale.number`,
  },
  {
    kind: 'webhook in',
    text: `select w.received_at, w.processor || ' ' || w.event_type || ' ' || w.event_id || ', ' ||
        w.status || ', ' || w.attempts || ' attempts' || coalesce(': ' || w.error_message, ''),
        w.status <> 'processed'
      from webhook_events w where w.payment_id in (
          select p.id from payments p where p.transaction_id = sale.id)
        or w.processor_transaction_ids && (
          select coalesce(array_agg(p.processor_transaction_id), '{}') from payments p
          where p.transaction_id = sale.id and p.processor_transaction_id is not null)`,
  },
  {
    kind: 'mail',
    text: `select m.created_at, m.purpose || ' to ' || m.recipient || ', ' || case
          when m.sent_at is not null then 'sent ' ||
            to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
          when m.refused_at is not null then 'refused by the mail server'
          when m.parked_at is not null then 'given up after ' || m.attempts || ' attempts'
          when m.due_at is not null then 'waits, ' || m.attempts || ' attempts'
          else 'kept, because no mail server is configured' end || coalesce(': ' || m.error, ''),
        m.sent_at is null and (m.parked_at is not null or m.due_at is not null)
      from mails m where m.created_at >= sale.created_at - interval '1 minute'
        and (m.transaction_id = sale.id or m.transaction_id is null
          and (position(sale.number in m.subject) > 0 or position(sale.number in m.body_text) > 0))`,
  },
  {
    kind: 'task',
    text: `select t.created_at, t.title || ', ' || t.status, t.status <> 'completed'
      from tasks t where t.created_at >= sale.created_at - interval '1 minute'
        and (position(sale.number in t.title || ' ' || t.description || ' ' || t.task_id) > 0
          or exists (select from refunds r where r.transaction_id = sale.id
            and t.task_id = 'refund-' || r.refund_id))`,
  },
  {
    kind: 'content',
    text: `select c.queued_at, c.kind || ' waits to be pushed, ' || c.attempts || ' attempts' ||
        coalesce(': ' || c.error, ''), true
      from content_changes c where c.record_id::text in (${IDS})`,
  },
];

export type SaleEvent = {
  id: string;
  stream_id: string;
  seq: number;
  event: string;
  status: string | null;
  occurred_at: Date;
};

/** The log has no index by subject or time, and its months are those of ids: this reads all of it. */
export const eventsOfSale = (
  reader: Reader,
  sale: StoredSale,
  ids: readonly string[],
): Promise<SaleEvent[]> =>
  statement<SaleEvent>(
    reader,
    `select id, stream_id, seq, event, data ->> 'status' as status, occurred_at from events
     where occurred_at >= $1 and (subject_id = any($2::text[]) or data ->> 'transaction_id' = $3)
     order by occurred_at, seq`,
    [sale.created_at, ids, sale.number],
  );

export type ConsumerSeq = { consumer: string; stream_id: string; seq: number };

export const positionsIn = (reader: Reader, streamIds: readonly string[]): Promise<ConsumerSeq[]> =>
  statement<ConsumerSeq>(
    reader,
    'select consumer, stream_id, seq from event_positions where stream_id = any($1::uuid[])',
    [streamIds],
  );

export type Delivery = { at: Date; text: string; needsWork: boolean };

export const deliveriesOf = (reader: Reader, eventIds: readonly string[]): Promise<Delivery[]> =>
  statement<Delivery>(
    reader,
    `select d.created_at as at, d.event || ' to ' || endpoint.url || ', ' || d.status || ', ' ||
       d.attempts || ' attempts' || coalesce(', answer ' || d.response_status, '') ||
       coalesce(': ' || d.error, '') as text,
       d.status <> 'succeeded' as "needsWork"
     from webhook_deliveries d join webhook_endpoints endpoint on endpoint.id = d.endpoint_id
     where d.event_id = any($1::uuid[]) order by d.created_at, d.id`,
    [eventIds],
  );
