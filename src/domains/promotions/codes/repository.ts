import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PromoCodes } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

/** A code with the name and the stores of its promotion. */
export type PromoCode = Selectable<PromoCodes> & {
  promotion_name: string;
  promotion_store_ids: string[] | null;
};

const codes = (reader: Reader) =>
  reader
    .selectFrom('promo_codes')
    .innerJoin('promotions', 'promotions.id', 'promo_codes.promotion_id')
    .selectAll('promo_codes')
    .select(['promotions.name as promotion_name', 'promotions.store_ids as promotion_store_ids']);

export const codeByText = (reader: Reader, code: string): Promise<PromoCode | undefined> =>
  codes(reader).where('promo_codes.code', '=', code).executeTakeFirst();

export const codeById = (reader: Reader, id: string): Promise<PromoCode | undefined> =>
  codes(reader).where('promo_codes.id', '=', id).executeTakeFirst();

export const lockCode = (tx: Tx, code: string): Promise<PromoCode | undefined> =>
  codes(tx).where('promo_codes.code', '=', code).forUpdate('promo_codes').executeTakeFirst();

export type CodeSelection = {
  scope?: readonly string[];
  is_active?: boolean;
  promotion_id?: string;
};

/** In alphabetical order. */
export function listCodes(
  reader: Reader,
  { scope, is_active: isActive, promotion_id: promotionId }: CodeSelection,
  after: string | undefined,
  limit: number,
): Promise<PromoCode[]> {
  let query = codes(reader);
  if (scope) {
    query = query.where(
      sql<boolean>`(promotions.store_ids is null or promotions.store_ids && ${scope}::uuid[])`,
    );
  }
  if (isActive !== undefined) query = query.where('promo_codes.is_active', '=', isActive);
  if (promotionId !== undefined) query = query.where('promo_codes.promotion_id', '=', promotionId);
  if (after !== undefined) query = query.where('promo_codes.code', '>', after);
  return query.orderBy('promo_codes.code').limit(limit).execute();
}

export const insertCode = (tx: Tx, row: Insertable<PromoCodes>) =>
  tx.insertInto('promo_codes').values(row).execute();

export const updateCode = (tx: Tx, id: string, change: Updateable<PromoCodes>) =>
  tx
    .updateTable('promo_codes')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteCode = (tx: Tx, id: string) =>
  tx.deleteFrom('promo_codes').where('id', '=', id).execute();

export type CodeReport = {
  code: string;
  promotion_id: string;
  promotion_name: string;
  is_active: boolean;
  usage_limit: number | null;
  used_count: number;
  uses: number;
  released: number;
  customers: number;
  discount: { currency: string; amount: string }[];
  last_used_at: Date | null;
};

/** Uses, limited to stores ($1) and start time ($2). */
const USAGES = `
  from promo_code_usages u
  where ($1::uuid[] is null or u.store_id = any($1))
    and ($2::timestamptz is null or u.used_at >= $2)`;

const SEEN = '$1::uuid[] is null or p.store_ids is null or p.store_ids && $1';

/** The most used codes with their discounts. */
export const codeReports = (
  reader: Reader,
  scope: readonly string[] | undefined,
  since: Date | null,
  limit: number,
): Promise<CodeReport[]> =>
  statement(
    reader,
    `with counted as (
       select u.code_id, count(*) filter (where released_at is null) as uses,
         count(released_at) as released,
         count(distinct coalesce(mail_hash, customer_hash)) filter (where released_at is null) as customers,
         max(used_at) filter (where released_at is null) as last_used_at
       ${USAGES} group by u.code_id),
     money as (
       select u.code_id, u.currency, amount_text(sum(u.discount)) as amount
       ${USAGES} and released_at is null group by u.code_id, u.currency)
     select k.code, k.promotion_id, p.name as promotion_name, k.is_active, k.usage_limit,
       k.used_count, coalesce(c.uses, 0) as uses, coalesce(c.released, 0) as released,
       coalesce(c.customers, 0) as customers, c.last_used_at,
       coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount)
         order by currency) from money where code_id = k.id), '[]') as discount
     from promo_codes k join promotions p on p.id = k.promotion_id
     left join counted c on c.code_id = k.id
     where ${SEEN}
     order by uses desc, k.code limit $3`,
    [scope ?? null, since, limit],
  );

export async function codeTotals(
  reader: Reader,
  scope: readonly string[] | undefined,
  since: Date | null,
): Promise<{ codes: number; uses: number; released: number }> {
  const [row] = await statement<{ codes: number; uses: number; released: number }>(
    reader,
    `select (select count(*) from promo_codes k join promotions p on p.id = k.promotion_id
        where ${SEEN}) as codes,
       count(*) filter (where released_at is null) as uses, count(released_at) as released
     ${USAGES}`,
    [scope ?? null, since],
  );
  return row ?? { codes: 0, uses: 0, released: 0 };
}
