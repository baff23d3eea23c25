import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Write, Written } from '../connectors/connector.js';

export async function insertMutations(
  writer: Autocommit,
  rev: string,
  writes: readonly Write[],
  now: Date,
): Promise<void> {
  await statement(
    writer,
    `insert into content_mutations (document_id, rev, document_type, operation, status, started_at)
     select d.id, $1, d.type, d.operation, 'started', $3
     from json_to_recordset($2::json) as d (id text, type text, operation text)`,
    [rev, JSON.stringify(writes.map(({ id, type, operation }) => ({ id, type, operation }))), now],
  );
}

/** Stores the actual revision, because the content system may choose another id than requested. */
export async function finishMutations(
  writer: Autocommit,
  rev: string,
  written: readonly Written[],
  now: Date,
): Promise<void> {
  await statement(
    writer,
    `update content_mutations m set status = 'succeeded', finished_at = $3, rev = d.rev
     from unnest($2::text[], $4::text[]) as d (id, rev)
     where m.document_id = d.id and m.rev = $1`,
    [rev, written.map(({ id }) => id), now, written.map(item => item.rev)],
  );
}

export async function failMutations(
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

/**
 * SQL for queries over webhooks `t`: whether this service wrote the revision. The webhook of a
 * deletion carries the last revision of the document, so a deletion is matched by its time.
 */
export const isOwn = (deletedSince: string): string =>
  `(exists (select from content_mutations m where m.document_id = t.document_id and m.rev = t.rev
      and m.operation = 'save' and t.operation = 'save' ${EACH})
    or exists (select from content_mutations m where m.document_id = t.document_id
      and m.operation = 'delete' and m.started_at >= ${deletedSince} and t.operation = 'delete' ${EACH}))`;

/** SQL for queries over webhooks `t`: whether this service is writing the document. */
export const isRunning = (runningSince: string): string =>
  `exists (select from content_mutations m where m.document_id = t.document_id
     and m.status = 'started' and m.started_at >= ${runningSince} ${EACH})`;

export async function isOwnRevision(
  reader: Reader,
  documentId: string,
  rev: string,
): Promise<boolean> {
  const rows = await statement(
    reader,
    `select from content_mutations where document_id = $1 and rev = $2 and operation = 'save'`,
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
       or exists (select from content_mutations m where m.document_id = d.id
         and m.operation = 'delete' and m.started_at >= d.at)`,
    [documents.map(({ id }) => id), documents.map(({ at }) => at)],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function purgeMutations(tx: Tx, before: Date): Promise<void> {
  await statement(tx, 'delete from content_mutations where started_at < $1', [before]);
}
