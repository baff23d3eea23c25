import { type Reader, statement } from '../../../platform/database/tx.js';

type Lane = {
  pending: number;
  failed: number;
  oldest: number;
  last_processed_at: Date | null;
};

export async function inboundLane(reader: Reader, now: Date, since: Date): Promise<Lane> {
  const [row] = await statement<Lane>(
    reader,
    `select
       (select count(*)::int from content_inbound_events where status = 'pending') as pending,
       (select count(*)::int from content_inbound_events
        where status = 'failed' and received_at >= $2) as failed,
       (select coalesce(greatest(extract(epoch from $1 - min(received_at)), 0), 0)::int
        from content_inbound_events where status = 'pending') as oldest,
       (select max(processed_at) from content_inbound_events
        where status = 'processed') as last_processed_at`,
    [now, since],
  );
  return row ?? { pending: 0, failed: 0, oldest: 0, last_processed_at: null };
}

/** The documents of a request in the log of writes. */
const DOCUMENTS = 'cardinality(saved_ids) + cardinality(deleted_ids)';

export async function outboundLane(
  reader: Reader,
  now: Date,
  since: Date,
): Promise<Lane & { parked: number }> {
  const [row] = await statement<Lane & { parked: number }>(
    reader,
    `select
       (select count(*)::int from content_changes where parked_at is null) as pending,
       (select count(*)::int from content_changes where parked_at is not null) as parked,
       (select coalesce(sum(${DOCUMENTS}), 0)::int from content_mutations
        where status = 'failed' and finished_at >= $2) as failed,
       (select coalesce(greatest(extract(epoch from $1 - min(queued_at)), 0), 0)::int
        from content_changes where parked_at is null) as oldest,
       (select finished_at from content_mutations where status = 'succeeded'
        order by finished_at desc nulls last limit 1) as last_processed_at`,
    [now, since],
  );
  return row ?? { pending: 0, parked: 0, failed: 0, oldest: 0, last_processed_at: null };
}

export type Hour = {
  hour: Date;
  inbound_count: number;
  outbound_count: number;
  failed_count: number;
};

/** One row per hour, also for hours without traffic; the current hour is last. */
export const throughput = (reader: Reader, now: Date, hours: number): Promise<Hour[]> =>
  statement(
    reader,
    `with slots as (
       select generate_series(last - make_interval(hours => $2 - 1), last, interval '1 hour') as hour
       from (select date_trunc('hour', $1::timestamptz, 'UTC') as last) as at
     ), inbound as (
       select date_trunc('hour', processed_at, 'UTC') as hour,
         count(*) filter (where status = 'processed') as done,
         count(*) filter (where status = 'failed') as failed
       from content_inbound_events
       where processed_at >= (select min(hour) from slots) and status in ('processed', 'failed') group by 1
     ), outbound as (
       select date_trunc('hour', finished_at, 'UTC') as hour,
         sum(${DOCUMENTS}) filter (where status = 'succeeded') as done,
         sum(${DOCUMENTS}) filter (where status = 'failed') as failed
       from content_mutations where finished_at >= (select min(hour) from slots) group by 1
     )
     select slots.hour, coalesce(inbound.done, 0)::int as inbound_count,
       coalesce(outbound.done, 0)::int as outbound_count,
       (coalesce(inbound.failed, 0) + coalesce(outbound.failed, 0))::int as failed_count
     from slots left join inbound using (hour) left join outbound using (hour) order by slots.hour`,
    [now, hours],
  );

export type Pipeline = {
  total: number;
  by_status: Record<string, number>;
  by_document_type: { document_type: string; count: number }[];
  skipped_by_reason: Record<string, number>;
  avg_ms: number | null;
  p95_ms: number | null;
};

export async function pipeline(reader: Reader, since: Date): Promise<Pipeline> {
  const [row] = await statement<Pipeline>(
    reader,
    `with recent as (select * from content_inbound_events where received_at >= $1),
     done as (
       select extract(epoch from processed_at - received_at) * 1000 as ms from recent
       where status = 'processed'
     )
     select (select count(*)::int from recent) as total,
       (select coalesce(json_object_agg(status, n), '{}') from
         (select status, count(*)::int as n from recent group by 1 order by 1) as s) as by_status,
       (select coalesce(json_agg(json_build_object('document_type', document_type, 'count', n)), '[]') from
         (select document_type, count(*)::int as n from recent group by 1 order by 2 desc, 1) as t)
         as by_document_type,
       (select coalesce(json_object_agg(reason, n), '{}') from
         (select reason, count(*)::int as n from recent
          where status = 'skipped' and reason is not null group by 1 order by 1) as r) as skipped_by_reason,
       (select round(avg(ms))::int from done) as avg_ms,
       (select round(percentile_cont(0.95) within group (order by ms))::int from done) as p95_ms`,
    [since],
  );
  return (
    row ?? {
      total: 0,
      by_status: {},
      by_document_type: [],
      skipped_by_reason: {},
      avg_ms: null,
      p95_ms: null,
    }
  );
}
