import { type Insertable, sql, type Updateable } from 'kysely';
import type { Prices } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';
import { matchingGoods } from '../../catalog/index.js';

export type PriceRow = {
  id: string;
  variant_id: string;
  price_list_id: string;
  min_quantity: string;
  amount: string;
  valid_from: Date | null;
  created_at: Date;
  updated_at: Date;
  sku: string;
  variant_name: string;
  product_name: string;
  cost: string | null;
  cost_currency: string;
  price_list_code: string;
  currency: string;
};

const priceRows = (reader: Reader) =>
  reader
    .selectFrom('prices as price')
    .innerJoin('price_lists as list', 'list.id', 'price.price_list_id')
    .innerJoin('product_variants as v', 'v.id', 'price.variant_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .selectAll('price')
    .select(['v.sku', 'v.name as variant_name', 'p.name as product_name', 'v.cost'])
    .select(['v.cost_currency', 'list.code as price_list_code', 'list.currency']);

export const priceById = (reader: Reader, id: string): Promise<PriceRow | undefined> =>
  priceRows(reader).where('price.id', '=', id).executeTakeFirst();

export type PriceFilter = {
  variant?: string;
  price_list?: string;
  store?: { id: string; currency: string };
  category?: string;
  brand?: string;
};

/** Newest first. */
export function listPrices(
  reader: Reader,
  { variant, price_list: list, store, category, brand }: PriceFilter,
  after: string | undefined,
  limit: number,
): Promise<PriceRow[]> {
  let query = priceRows(reader);
  if (variant !== undefined) query = query.where(isUuid(variant) ? 'v.id' : 'v.sku', '=', variant);
  if (list !== undefined) query = query.where(isUuid(list) ? 'list.id' : 'list.code', '=', list);
  if (store !== undefined) {
    query = query
      .where('list.currency', '=', store.currency)
      .where(sql<boolean>`(list.store_ids = '{}' or ${store.id}::uuid = any(list.store_ids))`);
  }
  if (category !== undefined || brand !== undefined) {
    query = query.where(matchingGoods({ category, brand }));
  }
  if (after !== undefined) query = query.where('price.id', '<', after);
  return query.orderBy('price.id', 'desc').limit(limit).execute();
}

export const insertPrice = (tx: Tx, row: Insertable<Prices>) =>
  tx.insertInto('prices').values(row).execute();

export const updatePrice = (tx: Tx, id: string, change: Updateable<Prices>) =>
  tx
    .updateTable('prices')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export async function deletePrice(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.deleteFrom('prices').where('id', '=', id).returning('id').execute();
  return rows.length > 0;
}

export type StoredPrice = Pick<
  PriceRow,
  'id' | 'variant_id' | 'price_list_id' | 'min_quantity' | 'amount' | 'valid_from'
>;

/** Locks the prices of these variants, in id order. */
export const lockPrices = (tx: Tx, variantIds: readonly string[]): Promise<StoredPrice[]> =>
  statement<StoredPrice>(
    tx,
    `select id, variant_id, price_list_id, min_quantity::text, amount::text, valid_from
     from prices where variant_id = any($1::uuid[]) order by id for update`,
    [variantIds],
  );

export type NewPrice = StoredPrice;

export const putPrices = (tx: Tx, prices: readonly NewPrice[]) =>
  statement(
    tx,
    `insert into prices (id, variant_id, price_list_id, min_quantity, amount, valid_from)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::numeric[], $5::numeric[],
       $6::timestamptz[])
     on conflict on constraint price_once
       do update set amount = excluded.amount, updated_at = now()`,
    [
      prices.map(price => price.id),
      prices.map(price => price.variant_id),
      prices.map(price => price.price_list_id),
      prices.map(price => price.min_quantity),
      prices.map(price => price.amount),
      prices.map(price => price.valid_from),
    ],
  );

export const deletePrices = (tx: Tx, ids: readonly string[]) =>
  statement(tx, 'delete from prices where id = any($1::uuid[])', [ids]);

export type Gap = {
  variant: string;
  sku: string;
  variant_name: string;
  product_name: string;
  store_id: string;
  store_code: string;
  currency: string;
  base_price: string;
};

type GapFilter = { scope?: readonly string[]; currency?: string; baseCurrency: string; at: Date };

/**
 * Articles on sale without a price at an active store, by SKU and store. Stores of the base currency
 * have none. A price for one group of customers only, or from a larger quantity on, leaves the gap.
 */
export const listGaps = (
  reader: Reader,
  { scope, currency, baseCurrency, at }: GapFilter,
  after: readonly [sku: string, store: string] | undefined,
  limit: number,
): Promise<Gap[]> =>
  statement<Gap>(
    reader,
    `select v.id as variant, v.sku, v.name as variant_name, p.name as product_name,
       s.id as store_id, s.code as store_code, s.currency, v.price::text as base_price
     from product_variants v join products p on p.id = v.product_id
     join stores s on s.is_active and s.currency <> $1
     where v.is_active and p.is_active
       and ($2::uuid[] is null or s.id = any($2)) and ($3::text is null or s.currency = $3)
       and ($4::text is null or (v.sku, s.code) > ($4, $5::text))
       and not exists (
         select from prices price join price_lists list on list.id = price.price_list_id
         where price.variant_id = v.id and list.currency = s.currency
           and list.customer_group is null and price.min_quantity <= 1
           and (list.store_ids = '{}' or s.id = any(list.store_ids))
           and (list.valid_from is null or list.valid_from <= $6::timestamptz)
           and (list.valid_to is null or list.valid_to > $6)
           and (price.valid_from is null or price.valid_from <= $6))
     order by v.sku, s.code limit $7`,
    [
      baseCurrency,
      scope ?? null,
      currency ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      at,
      limit,
    ],
  );
