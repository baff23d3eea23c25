import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Fields } from './documents/document.js';

/** A document and its record as of the last sync. */
export type State = {
  document_id: string;
  kind: string;
  record_id: string;
  rev: string | null;
  remote_updated_at: Date | null;
  remote: Fields;
  local: Fields;
};

/**
 * Serializes the processing of each document until the end of the transaction. Takes the locks in a
 * fixed order, so that transactions with the same documents cannot deadlock.
 */
export async function lockDocuments(tx: Tx, documentIds: readonly string[]): Promise<void> {
  await statement(
    tx,
    `select pg_advisory_xact_lock(hashtext('content'), lock)
     from (select distinct hashtext(id) as lock from unnest($1::text[]) as id order by 1) as ordered`,
    [documentIds],
  );
}

export async function statesOf(
  reader: Reader,
  documentIds: readonly string[],
): Promise<Map<string, State>> {
  if (documentIds.length === 0) return new Map();
  const rows = await statement<State>(
    reader,
    'select * from content_states where document_id = any($1::text[])',
    [documentIds],
  );
  return new Map(rows.map(row => [row.document_id, row]));
}

export async function saveStates(tx: Tx, states: readonly State[]): Promise<void> {
  if (states.length === 0) return;
  await statement(
    tx,
    `insert into content_states (document_id, kind, record_id, rev, remote_updated_at, remote, local)
     select document_id, kind, record_id, rev, remote_updated_at, remote, local
     from json_to_recordset($1::json) as d (document_id text, kind text, record_id text, rev text,
       remote_updated_at timestamptz, remote jsonb, local jsonb)
     order by document_id
     on conflict (document_id) do update set kind = excluded.kind, record_id = excluded.record_id,
       rev = excluded.rev, remote_updated_at = excluded.remote_updated_at,
       remote = excluded.remote, local = excluded.local`,
    [JSON.stringify(states)],
  );
}

/** The state after a write, and the revision the write was based on; undefined for any. */
export type Settlement = State & { baseRev: string | null | undefined };

/**
 * Saves the state after a write, unless a document was applied since the write was prepared.
 * Returns the ids of the saved states; the other documents have to be compared again.
 */
export async function settleStates(
  tx: Tx,
  settlements: readonly Settlement[],
): Promise<Set<string>> {
  if (settlements.length === 0) return new Set();
  const rows = await statement<{ document_id: string }>(
    tx,
    `with d as (
       select * from json_to_recordset($1::json) as d (document_id text, kind text, record_id text,
         rev text, remote_updated_at timestamptz, remote jsonb, local jsonb, base_rev text, any_rev boolean)
     ), changed as (
       update content_states s set rev = d.rev, remote = d.remote, local = d.local,
         remote_updated_at = coalesce(d.remote_updated_at, s.remote_updated_at)
       from d where s.document_id = d.document_id
         and (d.any_rev or s.rev is not distinct from d.base_rev)
       returning s.document_id
     ), added as (
       insert into content_states (document_id, kind, record_id, rev, remote_updated_at, remote, local)
       select document_id, kind, record_id, rev, remote_updated_at, remote, local from d
       where not exists (select from content_states s where s.document_id = d.document_id)
       on conflict do nothing returning document_id
     )
     select document_id from changed union all select document_id from added`,
    [
      JSON.stringify(
        settlements.map(({ baseRev, ...state }) => ({
          ...state,
          base_rev: baseRev ?? null,
          any_rev: baseRev === undefined,
        })),
      ),
    ],
  );
  return new Set(rows.map(row => row.document_id));
}

export async function deleteStates(tx: Tx, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  await statement(tx, 'delete from content_states where document_id = any($1::text[])', [
    documentIds,
  ]);
}
