import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

/**
 * Part of a statement with a list `matched (id)` of products: makes them the members of a
 * collection. Removes and adds at most `limit` products each; their ids are in `gone` and `added`.
 * With `within` only products of this list are removed. All arguments are placeholders.
 */
export const changeMembersSql = ($: {
  collection: string;
  limit: string;
  within?: string;
}): string => `
  gone as (
    delete from product_collections m
    where m.collection_id = ${$.collection} and m.product_id = any(array(
      select c.product_id from product_collections c
      where c.collection_id = ${$.collection}
        ${$.within === undefined ? '' : `and c.product_id = any(${$.within})`}
        and not exists (select from matched where matched.id = c.product_id)
      limit ${$.limit}))
    returning m.product_id
  ), added as (
    insert into product_collections (product_id, collection_id)
    select matched.id, ${$.collection} from matched
    where not exists (select from product_collections c
      where c.collection_id = ${$.collection} and c.product_id = matched.id)
    limit ${$.limit}
    on conflict do nothing
    returning product_id
  )`;

/** A rule chooses the products of an automatic collection. */
export const setAutomatic = (tx: Tx, collectionId: string, isAutomatic: boolean) =>
  tx
    .updateTable('collections')
    .set({ is_automatic: isAutomatic })
    .where('id', '=', collectionId)
    .where('is_automatic', '!=', isAutomatic)
    .execute();

/** Removes at most `limit` products from the collection and returns them. */
export const removeMembers = (
  tx: Tx,
  collectionId: string,
  limit: number,
): Promise<{ id: number; sanity_id: string | null }[]> =>
  statement(
    tx,
    `with gone as (
       delete from product_collections where collection_id = $1 and product_id = any(array(
         select product_id from product_collections where collection_id = $1 limit $2::integer))
       returning product_id)
     select p.id, p.sanity_id from gone join products p on p.id = gone.product_id order by p.id`,
    [collectionId, limit],
  );

/** Whether the collection has more products than `limit`. */
export async function hasMoreMembers(
  reader: Reader,
  collectionId: string,
  limit: number,
): Promise<boolean> {
  const rows = await statement(
    reader,
    'select 1 from product_collections where collection_id = $1 offset $2::integer limit 1',
    [collectionId, limit],
  );
  return rows.length > 0;
}

/** Ids of the collections whose products a rule chooses. */
export const automaticCollections = async (reader: Reader): Promise<Set<string>> =>
  new Set(
    (await statement<{ id: string }>(reader, 'select id from collections where is_automatic')).map(
      ({ id }) => id,
    ),
  );
