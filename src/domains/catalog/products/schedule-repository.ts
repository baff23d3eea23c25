import { statement, type Tx } from '../../../platform/database/tx.js';

type Changed = { id: number; sanity_id: string | null };

/**
 * Applies the due times of at most `limit` products and clears them. A product whose both times have
 * passed is archived. Rows that somebody edits right now are left to the next run.
 */
export const applyDueSchedules = (tx: Tx, now: Date, limit: number): Promise<Changed[]> =>
  statement<Changed>(
    tx,
    `with due as (
       select id from products
       where (publish_at is not null or archive_at is not null)
         and least(publish_at, archive_at) <= $1
       order by id limit $2 for no key update skip locked)
     update products p
     set is_active = coalesce(p.archive_at > $1, true),
         is_draft = false,
         publish_at = case when p.publish_at > $1 then p.publish_at end,
         archive_at = case when p.archive_at > $1 then p.archive_at end,
         updated_at = now()
     from due where p.id = due.id
     returning p.id, p.sanity_id`,
    [now, limit],
  );
