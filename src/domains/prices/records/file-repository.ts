import { sql } from 'kysely';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { matchingGoods, type PutAction } from '../../catalog/index.js';
import type { NewPrice, PriceFilter } from './repository.js';

/** A row of the price file. A SKU without prices has a row without a list, for the next page to follow. */
export type FilePrice = {
  sku: string;
  price_list: string | null;
  min_quantity: string;
  amount: string;
  valid_from: Date | null;
};

/**
 * The prices of the next SKUs, in the order of people: SKU, list, quantity, start. A page is a
 * number of SKUs, because an index has them in order, and all prices of a SKU are in one page.
 */
export async function pricesOfNextSkus(
  reader: Reader,
  { variant, price_list: list, store, category, brand }: PriceFilter,
  after: string,
  skus: number,
): Promise<FilePrice[]> {
  const ofVariant =
    variant === undefined
      ? sql`true`
      : sql`(lower(${variant}::text) = v.id::text or ${variant} = v.sku)`;
  const ofList =
    list === undefined ? sql`true` : sql`(lower(${list}::text) = l.id::text or ${list} = l.code)`;
  const atStore =
    store === undefined
      ? sql`true`
      : sql`(l.currency = ${store.currency}
          and (l.store_ids = '{}' or ${store.id}::uuid = any(l.store_ids)))`;
  const { rows } = await sql<FilePrice>`
    select v.sku, price.code as price_list, price.min_quantity::text, price.amount::text,
      price.valid_from
    from (select v.id, v.sku from product_variants v
      where v.sku > ${after} and ${ofVariant} and ${matchingGoods({ category, brand })}
      order by v.sku limit ${skus}) v
    left join lateral (
      select l.code, p.min_quantity, p.amount, p.valid_from
      from prices p join price_lists l on l.id = p.price_list_id
      where p.variant_id = v.id and ${ofList} and ${atStore}
    ) price on true
    order by v.sku, price.code, price.min_quantity, price.valid_from nulls first`.execute(reader);
  return rows;
}

export type PutPrice = { action: PutAction; id: string; before: string | null };

/** One statement, so that two writers of the same new price do not fail each other. */
export async function putPrice(tx: Tx, price: NewPrice): Promise<PutPrice> {
  const [written] = await statement<{ id: string; is_new: boolean; before: string | null }>(
    tx,
    `with known as (
       select amount::text from prices
       where variant_id = $2 and price_list_id = $3 and min_quantity = $4::numeric
         and valid_from is not distinct from $6)
     insert into prices (id, variant_id, price_list_id, min_quantity, amount, valid_from)
     values ($1, $2, $3, $4::numeric, $5::numeric, $6)
     on conflict on constraint price_once
       do update set amount = excluded.amount, updated_at = now()
       where prices.amount <> excluded.amount
     returning id, xmax = 0 as is_new, (select amount from known) as before`,
    [
      price.id,
      price.variant_id,
      price.price_list_id,
      price.min_quantity,
      price.amount,
      price.valid_from,
    ],
  );
  if (written === undefined) return { action: 'unchanged', id: price.id, before: null };
  const { id, is_new: isNew, before } = written;
  return { action: isNew ? 'created' : 'updated', id, before };
}
