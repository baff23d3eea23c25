import { type RawBuilder, sql } from 'kysely';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { type GoodsFilter, matchingGoods } from '../../catalog/index.js';

/** A price of a list that holds now or later. */
export type MatchingPrice = {
  id: string;
  sku: string;
  product_name: string;
  variant_name: string;
  min_quantity: string;
  amount: string;
};

type Matching = { listId: string; filter: GoodsFilter; now: Date };

/** Without the prices that a newer one has replaced. */
const inUse = ({ listId, filter, now }: Matching): RawBuilder<boolean> =>
  sql<boolean>`price.price_list_id = ${listId}::uuid and ${matchingGoods(filter)}
    and not exists (
      select from prices newer
      where newer.variant_id = price.variant_id and newer.price_list_id = price.price_list_id
        and newer.min_quantity = price.min_quantity and newer.valid_from <= ${now}::timestamptz
        and (price.valid_from is null or newer.valid_from > price.valid_from))`;

/** By id. */
export async function listMatchingPrices(
  reader: Reader,
  matching: Matching,
  after: string | undefined,
  limit: number,
): Promise<MatchingPrice[]> {
  const beyond = after === undefined ? sql`true` : sql`price.id > ${after}::uuid`;
  const { rows } = await sql<MatchingPrice>`
    select price.id, v.sku, p.name as product_name, v.name as variant_name,
      price.min_quantity::text, price.amount::text
    from prices price join product_variants v on v.id = price.variant_id
      join products p on p.id = v.product_id
    where ${inUse(matching)} and ${beyond}
    order by price.id limit ${limit}`.execute(reader);
  return rows;
}

export async function countMatchingPrices(reader: Reader, matching: Matching): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from prices price join product_variants v on v.id = price.variant_id
    where ${inUse(matching)}`.execute(reader);
  return Number(rows[0]?.count ?? 0);
}

export type LockedPrice = { id: string; amount: string; currency: string };

/** Locks these prices in id order, and the currency of their lists. */
export const lockPricesByIds = (tx: Tx, ids: readonly string[]): Promise<LockedPrice[]> =>
  statement<LockedPrice>(
    tx,
    `select price.id, price.amount::text, list.currency
     from prices price join price_lists list on list.id = price.price_list_id
     where price.id = any($1::uuid[]) order by price.id
     for update of price for share of list`,
    [ids],
  );
