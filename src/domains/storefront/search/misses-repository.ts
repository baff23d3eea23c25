import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';

export type Miss = {
  id: string;
  store_id: string | null;
  text: string;
  searches: number;
  first_at: Date;
  last_at: Date;
};

/** Beyond this many texts only known ones are counted, so that nobody fills the disk. */
const MAX_TEXTS = 10_000;

export async function countMiss(
  db: Autocommit,
  miss: { text: string; storeId: string | null; now: Date },
): Promise<void> {
  await statement(
    db,
    `insert into search_misses as m (id, store_id, text, first_at, last_at)
     select $1, $2, $3, $4, $4
     where exists (select from search_misses k where k.text = $3 and k.store_id is not distinct from $2)
       or (select count(*) from search_misses) < ${MAX_TEXTS}
     on conflict (text, store_id)
       do update set searches = m.searches + 1, last_at = greatest(m.last_at, excluded.last_at)`,
    [newId(), miss.storeId, miss.text, miss.now],
  );
}

/** The most frequent first; of the given stores, or of all with those of no store. */
export const listMisses = (
  reader: Reader,
  stores: readonly string[] | undefined,
  after: { searches: number; id: string } | undefined,
  limit: number,
): Promise<Miss[]> =>
  statement<Miss>(
    reader,
    `select id, store_id, text, searches, first_at, last_at from search_misses
     where ($1::uuid[] is null or store_id = any($1))
       and ($2::int is null or (searches, id) < ($2, $3::uuid))
     order by searches desc, id desc limit $4`,
    [stores ?? null, after?.searches ?? null, after?.id ?? null, limit],
  );

/** False if there is no such row within these stores. */
export async function deleteMiss(
  tx: Tx,
  id: string,
  stores: readonly string[] | undefined,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `delete from search_misses where id = $1 and ($2::uuid[] is null or store_id = any($2))
     returning id`,
    [id, stores ?? null],
  );
  return rows.length === 1;
}

export async function deleteOldMisses(tx: Tx, before: Date): Promise<void> {
  await statement(tx, 'delete from search_misses where last_at < $1', [before]);
}
