import type { Insertable, Selectable } from 'kysely';
import type { Media as MediaTable } from '../../platform/database/tables.js';
import type { Reader, Tx } from '../../platform/database/tx.js';

export type Media = Selectable<MediaTable>;

export const mediaById = (reader: Reader, id: string): Promise<Media | undefined> =>
  reader.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();

export const mediaByHash = (reader: Reader, hash: string): Promise<Media | undefined> =>
  reader.selectFrom('media').selectAll().where('hash', '=', hash).executeTakeFirst();

/** Newest first. */
export function listMedia(
  reader: Reader,
  before: string | undefined,
  limit: number,
): Promise<Media[]> {
  let query = reader.selectFrom('media').selectAll();
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Undefined if another upload of the same bytes was faster. */
export const insertMedia = (tx: Tx, row: Insertable<MediaTable>): Promise<Media | undefined> =>
  tx
    .insertInto('media')
    .values(row)
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returningAll()
    .executeTakeFirst();

export const deleteMedia = (tx: Tx, id: string): Promise<Media | undefined> =>
  tx.deleteFrom('media').where('id', '=', id).returningAll().executeTakeFirst();

/** The keys among these that a picture has. */
export async function knownKeys(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await reader.selectFrom('media').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map(row => row.key));
}
