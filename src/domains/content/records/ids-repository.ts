import { type Reader, statement } from '../../../platform/database/tx.js';
import type { KindName } from '../documents/kind.js';

/** The document ids that belong to other kinds, or can only belong to them by their form. */
export async function idsOfOtherKinds(
  reader: Reader,
  kind: KindName,
  documentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from unnest($1::text[]) as id left join content_ids on content_id = id
     where coalesce(kind, default_content_kind(id)) <> $2`,
    [documentIds, kind],
  );
  return new Set(rows.map(row => row.id));
}
