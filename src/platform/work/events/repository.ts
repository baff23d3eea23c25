import { sql } from 'kysely';
import { type Reader, statement, type Tx } from '../../database/tx.js';

/** The stream of events that are not live, and of events of the whole chain. */
export const CHAIN_STREAM = '00000000-0000-0000-0000-000000000000';

export type DomainEvent = {
  streamId: string;
  seq: number;
  id: string;
  event: string;
  storeId: string | null;
  terminalId: string | null;
  subjectId: string | null;
  data: Record<string, unknown>;
  occurredAt: Date;
};

type EventRow = {
  stream_id: string;
  seq: number;
  id: string;
  event: string;
  store_id: string | null;
  terminal_id: string | null;
  subject_id: string | null;
  data: Record<string, unknown>;
  occurred_at: Date;
};

const fromRow = (row: EventRow): DomainEvent => ({
  streamId: row.stream_id,
  seq: row.seq,
  id: row.id,
  event: row.event,
  storeId: row.store_id,
  terminalId: row.terminal_id,
  subjectId: row.subject_id,
  data: row.data,
  occurredAt: row.occurred_at,
});

/** A live event of the whole chain is in every store's stream; subscribers get it once. */
export const isOriginal = ({ storeId, streamId }: DomainEvent): boolean =>
  storeId !== null || streamId === CHAIN_STREAM;

const COLUMNS = `event.stream_id, event.seq, event.id, event.event, event.store_id, event.terminal_id,
  event.subject_id, event.data, event.occurred_at`;

/** Events per row of the log: 16 events compress to just under 2 kB, so the row stays in its page. */
const BATCH_EVENTS = 16;

const SEQUENCING_LOCK = 7_411_502;

/** One sequencer at a time in the whole installation, so numbers follow the order of commits. */
export async function lockSequencing(tx: Tx): Promise<void> {
  await statement(tx, 'select pg_advisory_xact_lock($1)', [SEQUENCING_LOCK]);
}

/** The events that a round has numbered, and from how many commits they are. */
export type Numbered = { events: DomainEvent[]; commits: number };

/**
 * Moves the events of up to `maxCommits` commits from the outbox into rows of the log and gives
 * each the next number of its stream: commits in the order of their rows, events in the order of
 * their commit. A live event of the whole chain is numbered in every stream, so that all screens
 * show it.
 */
export async function numberEvents(tx: Tx, maxCommits: number): Promise<Numbered> {
  const rows = await statement<EventRow & { commits: number }>(
    tx,
    `with claimed as (
       delete from outbox where position in (select position from outbox order by position limit $1)
       returning position, occurred_at, events
     ), unpacked as (
       select position, occurred_at, event.*
       from claimed cross join unnest(events) with ordinality
         as event (id, store_id, live, terminal_id, event, subject_id, data, place)
     ), placed as (
       select *, case when live and store_id is not null then store_id
                      else '${CHAIN_STREAM}'::uuid end as stream_id
       from unpacked
       union all
       select unpacked.*, stream_id from unpacked cross join event_streams
       where live and store_id is null and stream_id <> '${CHAIN_STREAM}'::uuid
     ), numbered as (
       select *, row_number() over (partition by stream_id order by position, place) as nth
       from placed
     ), advanced as (
       insert into event_streams as stream (stream_id, last_seq)
       select stream_id, count(*) from placed group by stream_id order by stream_id
       on conflict (stream_id) do update set last_seq = stream.last_seq + excluded.last_seq
       returning stream.stream_id, stream.last_seq
     ), first as (
       select advanced.stream_id, advanced.last_seq - max(numbered.nth) as base
       from advanced join numbered using (stream_id) group by 1, advanced.last_seq
     ), logged as (
       select stream_id, base + nth as seq, (nth - 1) / ${BATCH_EVENTS} as batch, id, store_id,
              terminal_id, event, subject_id, data, occurred_at
       from numbered join first using (stream_id)
     ), written as (
       insert into event_batches (stream_id, first_seq, last_seq, id, events)
       select stream_id, min(seq), max(seq), (array_agg(id order by seq))[1],
              array_agg(row(id, store_id, terminal_id, event, subject_id, data, occurred_at)
                ::logged_event order by seq)
       from logged group by stream_id, batch order by stream_id, batch
     )
     select stream_id, seq, id, store_id, terminal_id, event, subject_id, data, occurred_at,
       (select count(*)::int from claimed) as commits
     from logged`,
    [maxCommits],
  );
  return {
    events: rows.map(fromRow).sort((a, b) => a.seq - b.seq),
    commits: rows[0]?.commits ?? 0,
  };
}

export async function eventsAfter(
  reader: Reader,
  streamId: string,
  afterSeq: number,
  limit: number,
): Promise<DomainEvent[]> {
  const rows = await statement<EventRow>(
    reader,
    `select ${COLUMNS} from events_after($1, $2, $3) as event order by seq`,
    [streamId, afterSeq, limit],
  );
  return rows.map(fromRow);
}

export type Position = { streamId: string; seq: number };

export async function eventsByPosition(
  reader: Reader,
  positions: Position[],
): Promise<DomainEvent[]> {
  const rows = await statement<EventRow>(
    reader,
    `select ${COLUMNS} from unnest($1::uuid[], $2::bigint[]) as wanted (stream_id, seq)
       cross join lateral events_after(wanted.stream_id, wanted.seq - 1, 1) as event
     where event.seq = wanted.seq order by event.seq`,
    [positions.map(position => position.streamId), positions.map(position => position.seq)],
  );
  return rows.map(fromRow);
}

/** Events after these positions: of each stream in order, and a share of each stream. */
export async function eventsAfterPositions(
  reader: Reader,
  positions: readonly Position[],
  limit: number,
): Promise<DomainEvent[]> {
  const rows = await statement<EventRow>(
    reader,
    `select ${COLUMNS} from unnest($2::uuid[], $3::bigint[]) as position (stream_id, seq)
       cross join lateral events_after(position.stream_id, position.seq, $1) as event
     order by event.seq - position.seq, event.stream_id limit $1`,
    [limit, positions.map(({ streamId }) => streamId), positions.map(({ seq }) => seq)],
  );
  return rows.map(fromRow);
}

export async function lastSeq(reader: Reader, streamId: string): Promise<number> {
  const row = await reader
    .selectFrom('event_streams')
    .select('last_seq')
    .where('stream_id', '=', streamId)
    .executeTakeFirst();
  return row?.last_seq ?? 0;
}

export async function lastSeqs(reader: Reader, streamIds: string[]): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom('event_streams')
    .select(['stream_id', 'last_seq'])
    .where('stream_id', '=', sql<string>`any(${streamIds}::uuid[])`)
    .execute();
  return new Map(rows.map(row => [row.stream_id, row.last_seq]));
}

/** The number of events without a number yet, and the age of the oldest. */
export async function outboxLag(
  reader: Reader,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await statement<{ waiting: number; oldest: number | null }>(
    reader,
    `select coalesce(sum(cardinality(events)), 0)::int as waiting,
            extract(epoch from clock_timestamp() - min(occurred_at))::float8 as oldest from outbox`,
  );
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
