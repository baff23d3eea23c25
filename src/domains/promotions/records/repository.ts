import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Promotions } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { PromotionKind, ScopeKind } from '../../pricing/index.js';
import { visibleFrom } from '../campaigns/repository.js';

export type PromotionRecord = Omit<Selectable<Promotions>, 'kind' | 'scope_kind'> & {
  kind: PromotionKind;
  scope_kind: ScopeKind;
};

const promotions = (reader: Reader) =>
  reader.selectFrom('promotions').selectAll().$castTo<PromotionRecord>();

export const promotionById = (reader: Reader, id: string): Promise<PromotionRecord | undefined> =>
  promotions(reader).where('id', '=', id).executeTakeFirst();

export const lockPromotion = (tx: Tx, id: string): Promise<PromotionRecord | undefined> =>
  promotions(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** A shared lock: `requires_code` cannot change while a code is inserted. */
export const shareLockPromotion = (tx: Tx, id: string): Promise<PromotionRecord | undefined> =>
  promotions(tx).where('id', '=', id).forShare().executeTakeFirst();

export type PromotionSelection = {
  scope?: readonly string[];
  is_active?: boolean;
  kind?: string;
  campaign_id?: string;
};

/** Newest first. */
export function listPromotions(
  reader: Reader,
  { scope, is_active: isActive, kind, campaign_id: campaignId }: PromotionSelection,
  after: string | undefined,
  limit: number,
): Promise<PromotionRecord[]> {
  let query = promotions(reader);
  if (scope) query = query.where(visibleFrom(scope));
  if (isActive !== undefined) query = query.where('is_active', '=', isActive);
  if (kind !== undefined) query = query.where('kind', '=', kind as PromotionKind);
  if (campaignId !== undefined) query = query.where('campaign_id', '=', campaignId);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export const insertPromotion = (tx: Tx, row: Insertable<Promotions>) =>
  tx.insertInto('promotions').values(row).execute();

export const updatePromotion = (tx: Tx, id: string, change: Updateable<Promotions>) =>
  tx
    .updateTable('promotions')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deletePromotion = (tx: Tx, id: string) =>
  tx.deleteFrom('promotions').where('id', '=', id).execute();

export async function hasCodes(reader: Reader, promotionId: string): Promise<boolean> {
  const rows = await statement(
    reader,
    'select 1 from promo_codes where promotion_id = $1 limit 1',
    [promotionId],
  );
  return rows.length > 0;
}

const SCOPE_TABLES: Record<Exclude<ScopeKind, 'order'>, string> = {
  product: 'products',
  category: 'categories',
  variant: 'product_variants',
  collection: 'collections',
};

/** The number of ids that exist in the catalogue. Text, because product ids are integers. */
export async function countInCatalogue(
  reader: Reader,
  kind: Exclude<ScopeKind, 'order'>,
  ids: readonly string[],
): Promise<number> {
  const type = kind === 'product' ? 'integer' : 'uuid';
  const [row] = await statement<{ known: number }>(
    reader,
    `select count(*) as known from ${SCOPE_TABLES[kind]} where id = any($1::${type}[])`,
    [ids],
  );
  return row?.known ?? 0;
}
