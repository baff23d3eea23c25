import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { KindName } from '../documents/kind.js';

/** A record whose document has to be written. */
export type Change = {
  kind: KindName;
  record_id: string;
  deleted_id: string | null;
  version: number;
  attempts: number;
};

export type Mark = {
  kind: KindName;
  id: string;
  deletedId: string | null;
  /** The record is about to change again; its document waits a minute for that. */
  isPassing?: boolean;
};

const PASSING_MS = MINUTE_MS;

/**
 * Queues the documents of changed records, also those parked after too many failures. Events may be
 * consumed out of order, so a deletion is never undone by a later mark, and a passing state never
 * delays a later one.
 */
export async function markChanges(tx: Tx, marks: readonly Mark[], now: Date): Promise<void> {
  if (marks.length === 0) return;
  const once = new Map<string, Mark>();
  for (const mark of marks) {
    const key = `${mark.kind}:${mark.id}`;
    const earlier = once.get(key);
    once.set(key, {
      ...mark,
      deletedId: mark.deletedId ?? earlier?.deletedId ?? null,
      isPassing: mark.isPassing === true && (earlier?.isPassing ?? true),
    });
  }
  await statement(
    tx,
    `insert into content_changes as c (kind, record_id, deleted_id, queued_at, due_at)
     select kind, id, deleted_id, $2::timestamptz,
       case when is_passing then $3::timestamptz else $2::timestamptz end
     from json_to_recordset($1::json) as m (kind text, id text, deleted_id text, is_passing boolean)
     order by kind, id
     on conflict (kind, record_id) do update set version = c.version + 1, attempts = 0,
       deleted_id = coalesce(excluded.deleted_id, c.deleted_id), parked_at = null, error = null,
       due_at = case when c.attempts = 0 and c.parked_at is null
         then least(c.due_at, excluded.due_at) else excluded.due_at end`,
    [
      JSON.stringify(
        [...once.values()].map(({ kind, id, deletedId, isPassing }) => ({
          kind,
          id,
          deleted_id: deletedId,
          is_passing: isPassing,
        })),
      ),
      now,
      addMs(now, PASSING_MS),
    ],
  );
}

/** Queues records that others refer to and that have no document yet, unless already queued. */
export async function markMissing(
  tx: Tx,
  records: readonly { kind: KindName; id: string }[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return;
  await statement(
    tx,
    `insert into content_changes (kind, record_id, queued_at, due_at)
     select distinct kind, id, $2::timestamptz, $2::timestamptz
     from json_to_recordset($1::json) as m (kind text, id text) order by kind, id
     on conflict do nothing`,
    [JSON.stringify(records), now],
  );
}

const KEYS = `from unnest($1::text[], $2::text[], $3::int[]) as done (kind, record_id, version)
  where c.kind = done.kind and c.record_id = done.record_id`;

const keysOf = (changes: readonly Change[]) => [
  changes.map(change => change.kind),
  changes.map(change => change.record_id),
  changes.map(change => change.version),
];

/** Locks in the order of `markChanges`, so that marking and finishing cannot deadlock. */
export async function lockChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await statement(
    tx,
    `select c.kind from content_changes c
     join unnest($1::text[], $2::text[]) as done (kind, record_id)
       on c.kind = done.kind and c.record_id = done.record_id
     order by c.kind, c.record_id for update of c`,
    keysOf(changes).slice(0, 2),
  );
}

/** A record that changed again since it was claimed stays in the queue. */
export async function finishChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const finished = await statement(
    tx,
    `delete from content_changes c using unnest($1::text[], $2::text[], $3::int[])
       as done (kind, record_id, version)
     where c.kind = done.kind and c.record_id = done.record_id and c.version = done.version
     returning 1`,
    keysOf(changes),
  );
  if (finished.length < changes.length) await releaseChanges(tx, changes);
}

export async function releaseChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await statement(tx, `update content_changes c set lease_until = null ${KEYS}`, keysOf(changes));
}

/** `dueAt` is undefined after the last attempt. A newer change of the record starts a new count. */
export async function failChange(
  tx: Tx,
  change: Change,
  failure: { error: string; dueAt: Date | undefined; now: Date },
): Promise<void> {
  await releaseChanges(tx, [change]);
  await statement(
    tx,
    `update content_changes set error = $4, attempts = attempts + 1, due_at = coalesce($5, due_at),
       parked_at = case when $5::timestamptz is null then $6::timestamptz end
     where kind = $1 and record_id = $2 and version = $3`,
    [
      change.kind,
      change.record_id,
      change.version,
      failure.error,
      failure.dueAt ?? null,
      failure.now,
    ],
  );
}

export type ListedChange = Change & {
  error: string | null;
  queued_at: Date;
  due_at: Date;
  parked_at: Date | null;
};

/** Ordered by kind and record; `parked` filters by whether the attempts are used up. */
export const listChanges = (
  reader: Reader,
  parked: boolean | undefined,
  after: { kind: string; recordId: string } | undefined,
  limit: number,
): Promise<ListedChange[]> =>
  statement(
    reader,
    `select kind, record_id, deleted_id, version, attempts, error, queued_at, due_at, parked_at
     from content_changes
     where ($1::boolean is null or (parked_at is not null) = $1) and (kind, record_id) > ($2, $3)
     order by kind, record_id limit $4`,
    [parked ?? null, after?.kind ?? '', after?.recordId ?? '', limit],
  );

export async function retryChange(
  tx: Tx,
  kind: string,
  recordId: string,
  now: Date,
): Promise<ListedChange | undefined> {
  const [row] = await statement<ListedChange>(
    tx,
    `update content_changes set attempts = 0, parked_at = null, due_at = $3
     where kind = $1 and record_id = $2
     returning kind, record_id, deleted_id, version, attempts, error, queued_at, due_at, parked_at`,
    [kind, recordId, now],
  );
  return row;
}
