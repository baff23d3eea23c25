import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Fields } from '../documents/document.js';
import type { Revision } from './connector.js';

export type StoredDocument = {
  id: string;
  document_type: string;
  rev: string;
  body: Fields;
  created_at: Date;
  updated_at: Date;
};

type NewDocument = { id: string; document_type: string; rev: string; body: Fields };

export async function documentById(
  reader: Reader,
  id: string,
): Promise<StoredDocument | undefined> {
  const [row] = await statement<StoredDocument>(
    reader,
    'select * from content_documents where id = $1',
    [id],
  );
  return row;
}

export const listDocuments = (
  reader: Reader,
  type: string | undefined,
  after: string,
  limit: number,
): Promise<StoredDocument[]> =>
  type === undefined
    ? statement(reader, 'select * from content_documents where id > $1 order by id limit $2', [
        after,
        limit,
      ])
    : statement(
        reader,
        `select * from content_documents where document_type = $1 and id > $2 order by id limit $3`,
        [type, after, limit],
      );

export const listRevisions = (reader: Reader, id: string, limit: number): Promise<Revision[]> =>
  statement(
    reader,
    `select rev, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt",
            case when body is null then 'delete' else 'save' end as operation
     from content_revisions where document_id = $1 order by position desc limit $2`,
    [id, limit],
  );

export const lockDocuments = (tx: Tx, ids: readonly string[]): Promise<StoredDocument[]> =>
  statement(
    tx,
    'select * from content_documents where id = any($1::text[]) order by id for update',
    [ids],
  );

/** Saves documents and records a revision of each. */
export async function saveDocuments(
  tx: Tx,
  documents: readonly NewDocument[],
  now: Date,
): Promise<void> {
  if (documents.length === 0) return;
  await statement(
    tx,
    `with d as materialized (
       select * from json_to_recordset($1::json) as d (id text, document_type text, rev text, body jsonb)
     ), saved as (
       insert into content_documents (id, document_type, rev, body, created_at, updated_at)
       select d.id, d.document_type, d.rev, d.body, $2, $2 from d order by d.id
       on conflict (id) do update set document_type = excluded.document_type, rev = excluded.rev,
         body = excluded.body, updated_at = excluded.updated_at
     )
     insert into content_revisions (document_id, document_type, rev, body, recorded_at)
     select d.id, d.document_type, d.rev, d.body, $2 from d`,
    [JSON.stringify(documents), now],
  );
}

/** Deletes documents and records a last revision without a body. */
export async function deleteDocuments(
  tx: Tx,
  documents: readonly Omit<NewDocument, 'body'>[],
  now: Date,
): Promise<void> {
  if (documents.length === 0) return;
  await statement(
    tx,
    `with d as materialized (
       select * from json_to_recordset($1::json) as d (id text, document_type text, rev text)
     ), gone as (
       delete from content_documents where id in (select d.id from d)
     )
     insert into content_revisions (document_id, document_type, rev, recorded_at)
     select d.id, d.document_type, d.rev, $2 from d`,
    [JSON.stringify(documents), now],
  );
}

/** Keeps the newest revision of every document, however old it is. */
export async function purgeRevisions(tx: Tx, before: Date): Promise<void> {
  await statement(
    tx,
    `delete from content_revisions r where recorded_at < $1 and exists (
       select from content_revisions newer
       where newer.document_id = r.document_id and newer.position > r.position)`,
    [before],
  );
}
