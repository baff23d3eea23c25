import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { KindName } from '../documents/kind.js';
import { TABLES } from '../records/tables-repository.js';

/** Where records are mirrored to, and how far the push of all records has come. */
export type Mirror = {
  target: string | null;
  is_active: boolean;
  started_at: Date | null;
  finished_at: Date | null;
  /** Null when all records are queued. */
  kind: KindName | null;
  after_id: string | null;
  total: number;
  queued: number;
  queued_at: Date | null;
};

export async function readMirror(reader: Reader): Promise<Mirror> {
  const [row] = await statement<Mirror>(reader, 'select * from content_mirror');
  if (row === undefined) throw new Error('content_mirror has no row');
  return row;
}

/** Serializes nodes that start at the same time. */
export async function lockMirror(tx: Tx): Promise<Mirror> {
  const [row] = await statement<Mirror>(tx, 'select * from content_mirror for update');
  if (row === undefined) throw new Error('content_mirror has no row');
  return row;
}

/** Begins a push of all records to the target. */
export async function startMirror(
  tx: Tx,
  target: string,
  first: KindName,
  now: Date,
): Promise<void> {
  await statement(
    tx,
    `update content_mirror set target = $1, is_active = true, started_at = $3, finished_at = null,
       kind = $2, after_id = null, total = 0, queued = 0, queued_at = null, due_at = $3,
       lease_until = null, attempts = 0, error = null`,
    [target, first, now],
  );
}

/** Ends the push. Deletes queued changes, because the next start compares all records. */
export async function stopMirror(tx: Tx): Promise<void> {
  await statement(tx, 'update content_mirror set is_active = false');
  await statement(tx, 'truncate content_changes');
}

/** Deletes the state of the sync with another content system. */
export async function forgetTarget(tx: Tx): Promise<void> {
  await statement(tx, 'truncate content_sync, content_states, content_changes');
}

/**
 * Records that the target lacks or has in an outdated version. The margin covers changes of
 * transactions that were still open when the record was read for a push.
 */
const unsynced = (kind: KindName): string =>
  `${TABLES[kind].name} t left join content_sync s on s.kind = '${kind}' and s.record_id = t.id::text
   where (s.synced_at is null or t.updated_at > s.synced_at - interval '1 minute')`;

export async function countUnsynced(reader: Reader, kind: KindName): Promise<number> {
  const [row] = await statement<{ n: number }>(
    reader,
    `select count(*)::int as n from ${unsynced(kind)}`,
  );
  return row?.n ?? 0;
}

/** The ids of such records after `afterId`, in their order. */
export async function unsyncedAfter(
  reader: Reader,
  kind: KindName,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select t.id::text as id from ${unsynced(kind)}
       and ($1::${TABLES[kind].id} is null or t.id > $1::${TABLES[kind].id})
     order by t.id limit $2`,
    [afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/** How many changes wait for their first attempt; those queued until `until`, if given. */
export async function waitingChanges(reader: Reader, until: Date | null = null): Promise<number> {
  const [row] = await statement<{ n: number }>(
    reader,
    `select count(*)::int as n from content_changes
     where parked_at is null and attempts = 0 and ($1::timestamptz is null or queued_at <= $1)`,
    [until],
  );
  return row?.n ?? 0;
}

export async function moveMirror(
  tx: Tx,
  { kind, after_id, total, queued, queued_at, finished_at }: Omit<Mirror, 'target' | 'is_active'>,
  dueAt: Date,
): Promise<void> {
  await statement(
    tx,
    `update content_mirror set kind = $1, after_id = $2, total = $3, queued = $4, queued_at = $5,
       finished_at = $6, due_at = $7, lease_until = null, attempts = 0, error = null`,
    [kind, after_id, total, queued, queued_at, finished_at, dueAt],
  );
}
