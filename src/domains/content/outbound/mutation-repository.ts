import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Write, Written } from '../connectors/connector.js';

/** One row per request, however many documents it writes. */
export async function insertMutation(
  writer: Autocommit,
  rev: string,
  writes: readonly Write[],
  now: Date,
): Promise<void> {
  const idsOf = (operation: Write['operation']): string[] =>
    writes.filter(write => write.operation === operation).map(({ id }) => id);
  await statement(
    writer,
    `insert into content_mutations (rev, saved_ids, deleted_ids, status, started_at)
     values ($1, $2, $3, 'started', $4)`,
    [rev, idsOf('save'), idsOf('delete'), now],
  );
}

/** Logs the actual revisions as well, because the content system may choose others than requested. */
export async function finishMutation(
  writer: Autocommit,
  rev: string,
  written: readonly Written[],
  now: Date,
): Promise<void> {
  const others = written.filter(item => item.rev !== rev);
  await statement(
    writer,
    `with finished as (
       update content_mutations set status = 'succeeded', finished_at = $2 where rev = $1
       returning saved_ids, started_at)
     insert into content_mutations (rev, saved_ids, status, started_at)
     select other.rev, array_agg(other.id), 'retried', min(started_at)
     from unnest($3::text[], $4::text[]) as other (id, rev), finished
     where other.id = any(saved_ids) group by other.rev
     on conflict do nothing`,
    [rev, now, others.map(({ id }) => id), others.map(item => item.rev)],
  );
}

export async function failMutation(
  writer: Autocommit,
  rev: string,
  status: 'failed' | 'retried',
  error: string,
  now: Date,
): Promise<void> {
  await statement(
    writer,
    `update content_mutations set status = $2, error = $3, finished_at = $4
     where rev = $1 and status = 'started'`,
    [rev, status, error, now],
  );
}

export type OwnMutation = {
  /** This service wrote the revision. */
  isOwn: boolean;
  /** This service is writing the document at the moment. */
  isRunning: boolean;
};

export type Since = { running: Date; deleted: Date };

/**
 * Forces an index lookup per document. Without it PostgreSQL may hash the whole mutation log for a
 * single webhook, because it expects a hundred rows from json_to_recordset.
 */
const EACH = 'offset 0';

const isDeleted = (documentId: string): string =>
  `m.deleted_ids <> '{}' and m.deleted_ids @> array[${documentId}]`;

/**
 * SQL for queries over webhooks `t`: whether this service wrote the revision. The webhook of a
 * deletion carries the last revision of the document, so a deletion is matched by its time.
 */
export const isOwn = (deletedSince: string): string =>
  `(exists (select from content_mutations m where m.rev = t.rev
      and t.document_id = any(m.saved_ids) and t.operation = 'save' ${EACH})
    or exists (select from content_mutations m where t.operation = 'delete'
      and ${isDeleted('t.document_id')} and m.started_at >= ${deletedSince} ${EACH}))`;

/** SQL for queries over webhooks `t`: whether this service is writing the document. */
export const isRunning = (runningSince: string): string =>
  `exists (select from content_mutations m where m.status = 'started'
     and m.started_at >= ${runningSince}
     and (t.document_id = any(m.saved_ids) or t.document_id = any(m.deleted_ids)) ${EACH})`;

export async function isOwnRevision(
  reader: Reader,
  documentId: string,
  rev: string,
): Promise<boolean> {
  const rows = await statement(
    reader,
    'select from content_mutations where rev = $2 and $1 = any(saved_ids)',
    [documentId, rev],
  );
  return rows.length > 0;
}

/** The ids of those documents that this service has deleted since `at`, or is about to delete. */
export async function deletedHere(
  reader: Reader,
  documents: readonly { id: string; at: Date }[],
): Promise<Set<string>> {
  if (documents.length === 0) return new Set();
  const rows = await statement<{ id: string }>(
    reader,
    `select d.id from unnest($1::text[], $2::timestamptz[]) as d (id, at)
     where exists (select from content_changes where deleted_id = d.id and deleted_id is not null)
       or exists (select from content_mutations m
         where ${isDeleted('d.id')} and m.started_at >= d.at)`,
    [documents.map(({ id }) => id), documents.map(({ at }) => at)],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function purgeMutations(tx: Tx, before: Date): Promise<void> {
  await statement(tx, 'delete from content_mutations where started_at < $1', [before]);
}
