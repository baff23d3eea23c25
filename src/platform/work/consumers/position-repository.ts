import { type Autocommit, type Reader, statement } from '../../database/tx.js';
import { CHAIN_STREAM, type Position } from '../events/repository.js';

/**
 * The position of each consumer (a text array) in each stream that has events for it. A stream
 * without a position, such as that of a new store, is read from its start.
 */
export const unreadStreams = (consumers: string): string => `
  select consumer, stream_id, last_seq, coalesce(position.seq, 0) as seq
  from unnest(${consumers}) as consumer cross join event_streams
    left join event_positions position using (consumer, stream_id)
  where last_seq > coalesce(position.seq, 0)`;

/**
 * Gives new consumers their positions: the end of the log, so that a consumer added by a release
 * does not process 60 days of history. In a new database all consumers read from the start.
 */
export async function registerConsumers(
  writer: Autocommit,
  consumers: readonly string[],
): Promise<void> {
  await statement(
    writer,
    `insert into event_positions (consumer, stream_id, seq)
     select consumer, stream_id,
            case when exists (select from event_positions) then last_seq else 0 end
     from unnest($1::text[]) as consumer cross join (
       select stream_id, last_seq from event_streams
       union all
       select '${CHAIN_STREAM}'::uuid, 0
       where not exists (select from event_streams where stream_id = '${CHAIN_STREAM}'::uuid)
     ) as stream
     where not exists (select from event_positions known where known.consumer = consumer.consumer)
     order by consumer, stream_id
     on conflict do nothing`,
    [consumers],
  );
}

/** Where a consumer stands in a stream. */
export type ConsumerPosition = Position & { consumer: string };
export type Unread = ConsumerPosition & { lastSeq: number };

/** Where consumers stand in streams with unread events, for at most `maxStreams` streams. */
export function unreadPositions(
  reader: Reader,
  consumers: readonly string[],
  maxStreams: number,
): Promise<Unread[]> {
  return statement<Unread>(
    reader,
    `with unread as (${unreadStreams('$1::text[]')})
     select consumer, stream_id as "streamId", seq, last_seq as "lastSeq" from unread
     where stream_id in (select stream_id from unread group by 1 order by random() limit $2)`,
    [consumers, maxStreams],
  );
}

/** Moves these consumers to the end of these events. */
export async function advancePositions(
  writer: Autocommit,
  consumers: readonly string[],
  events: readonly Position[],
): Promise<void> {
  const last = new Map<string, number>();
  for (const { streamId, seq } of events) {
    last.set(streamId, Math.max(seq, last.get(streamId) ?? 0));
  }
  await writePositions(
    writer,
    consumers.flatMap(consumer =>
      [...last].map(([streamId, seq]) => ({ consumer, streamId, seq })),
    ),
  );
}

/** Moves positions forward, never back: a slower second dispatcher changes nothing. */
export async function writePositions(
  writer: Autocommit,
  positions: readonly ConsumerPosition[],
): Promise<void> {
  await statement(
    writer,
    `insert into event_positions as position (consumer, stream_id, seq)
     select consumer, stream_id, seq
     from unnest($1::text[], $2::uuid[], $3::bigint[]) as reached (consumer, stream_id, seq)
     order by consumer, stream_id
     on conflict (consumer, stream_id) do update set seq = excluded.seq
       where position.seq < excluded.seq`,
    [
      positions.map(({ consumer }) => consumer),
      positions.map(({ streamId }) => streamId),
      positions.map(({ seq }) => seq),
    ],
  );
}

export type ConsumerLag = { name: string; waiting: number; oldest_seconds: number };

/** Unread events of each consumer, all kinds of events counted, and the age of the oldest. */
export const consumerLags = (
  reader: Reader,
  consumers: readonly string[],
): Promise<ConsumerLag[]> =>
  statement<ConsumerLag>(
    reader,
    `select name.consumer as name, coalesce(sum(unread.last_seq - unread.seq), 0)::int as waiting,
            coalesce(extract(epoch from clock_timestamp() - min(next.occurred_at))::float8, 0)
              as oldest_seconds
     from unnest($1::text[]) as name (consumer)
       left join (${unreadStreams('$1::text[]')}) as unread using (consumer)
       left join lateral (
         select occurred_at from events_after(unread.stream_id, unread.seq, 1)
       ) as next on true
     group by 1 order by 1`,
    [consumers],
  );
