import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { KindName } from '../documents/kind.js';
import { TABLES } from './tables-repository.js';

/** A record whose document is up to date. Without a revision the known one stays. */
export type Synced = { kind: KindName; id: string; rev: string | null };

/** In a fixed order, so that two transactions with the same records cannot deadlock. */
export async function noteSynced(tx: Tx, records: readonly Synced[]): Promise<void> {
  if (records.length === 0) return;
  await statement(
    tx,
    `insert into content_sync as s (kind, record_id, rev, synced_at)
     select kind, id, rev, clock_timestamp()
     from json_to_recordset($1::json) as r (kind text, id text, rev text) order by kind, id
     on conflict (kind, record_id) do update
       set synced_at = excluded.synced_at, rev = coalesce(excluded.rev, s.rev)`,
    [JSON.stringify(records)],
  );
}

/** The documents of these records are gone. */
export async function forgetSynced(
  tx: Tx,
  records: readonly { kind: KindName; record_id: string }[],
): Promise<void> {
  if (records.length === 0) return;
  await statement(
    tx,
    `delete from content_sync s using unnest($1::text[], $2::text[]) as gone (kind, record_id)
     where s.kind = gone.kind and s.record_id = gone.record_id`,
    [records.map(({ kind }) => kind), records.map(({ record_id }) => record_id)],
  );
}

export type ModelHealth = {
  total: number;
  in_sync: number;
  stale: number;
  never_synced: number;
  max_lag_seconds: number;
};

const VOLUME_WINDOW = "interval '30 days'";

/** Counts the records of a kind by the state of their documents. */
export async function modelHealth(reader: Reader, kind: KindName): Promise<ModelHealth> {
  const table = TABLES[kind];
  const [row] = await statement<ModelHealth>(
    reader,
    `select count(*)::int as total,
       count(*) filter (where s.synced_at >= t.updated_at)::int as in_sync,
       count(*) filter (where s.synced_at < t.updated_at)::int as stale,
       count(*) filter (where s.synced_at is null)::int as never_synced,
       coalesce(max(extract(epoch from now() - t.updated_at))
         filter (where s.synced_at is null or s.synced_at < t.updated_at), 0)::int as max_lag_seconds
     from ${table.name} t left join content_sync s on s.kind = $1 and s.record_id = t.id::text
     ${table.volume ? `where t.id >= uuid_floor(now() - ${VOLUME_WINDOW})` : ''}`,
    [kind],
  );
  return row ?? { total: 0, in_sync: 0, stale: 0, never_synced: 0, max_lag_seconds: 0 };
}
