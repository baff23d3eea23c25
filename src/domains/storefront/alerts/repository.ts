import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import { availableSql } from '../../inventory/index.js';

export type StockAlert = {
  id: string;
  variant_id: string;
  store_id: string;
  email: string;
  language: Language;
  created_at: Date;
};

/** A repeated request for the same goods keeps the first one. */
export async function insertAlert(tx: Tx, row: StockAlert): Promise<void> {
  await statement(
    tx,
    `insert into stock_alerts (id, variant_id, store_id, email, language, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (store_id, variant_id, lower(email)) do nothing`,
    [row.id, row.variant_id, row.store_id, row.email, row.language, row.created_at],
  );
}

/** The goods, and bundles of them, that customers asked a mail about and that are available now. */
export const awaitedGoods = (
  reader: Reader,
  storeIds: readonly string[],
  variantIds: readonly string[],
): Promise<{ store_id: string; variant_id: string }[]> =>
  statement(
    reader,
    `select l.store_id, l.variant_id
     from (select store_id, variant_id
           from unnest($1::uuid[], $2::uuid[]) as changed (store_id, variant_id)
           union
           select changed.store_id, part.bundle_id
           from unnest($1::uuid[], $2::uuid[]) as changed (store_id, variant_id)
             join bundle_parts part using (variant_id)) as l
     where exists (select from stock_alerts a
         where a.store_id = l.store_id and a.variant_id = l.variant_id)
       and ${availableSql('l.store_id', 'l.variant_id')} > 0`,
    [storeIds, variantIds],
  );

/** Deletes requests, oldest first, and returns them to be mailed, so each is mailed once. */
export const takeAlerts = (
  tx: Tx,
  storeId: string,
  variantId: string,
  limit: number,
): Promise<StockAlert[]> =>
  statement(
    tx,
    `delete from stock_alerts where id in (
       select id from stock_alerts where store_id = $1 and variant_id = $2
       order by created_at, id limit $3 for update skip locked)
     returning *`,
    [storeId, variantId, limit],
  );

export async function deleteAlertsOf(tx: Tx, emails: readonly string[]): Promise<void> {
  await statement(tx, 'delete from stock_alerts where lower(email) = any($1::text[])', [emails]);
}

export async function deleteOldAlerts(tx: Tx, before: Date): Promise<void> {
  await statement(tx, 'delete from stock_alerts where created_at < $1', [before]);
}
