import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { ProductRow } from './product-columns.js';

/** Products by id, or all whose id is in a range; both ends belong to it. */
export type Which = { ids: readonly number[] } | { from: number; to: number };

/** The condition takes two parameters: the ids and null, or the ends of the range. */
const chosen = (which: Which, column: string, first: number): string =>
  'ids' in which
    ? `${column} = any($${first}::int[]) and $${first + 1}::int is null`
    : `${column} between $${first}::int and $${first + 1}::int`;
const valuesOf = (which: Which): unknown[] =>
  'ids' in which ? [which.ids, null] : [which.from, which.to];

export type Present = { version: string; last_id: number };

/** The version of the catalogue, and the highest id of a product. */
export async function presentVersion(reader: Reader): Promise<Present> {
  const [row] = await statement<Present>(
    reader,
    `select version::text, coalesce((select max(id) from products), 0) as last_id
     from reference_version`,
  );
  if (row === undefined) throw new Error('reference_version has no row');
  return row;
}

/**
 * The products that changed after a version, up to another one. A variant that was deleted, or that
 * changed its product, is noted with its product as well. A bundle changes with its parts, because it
 * is out of stock without one of them.
 */
export async function changedProducts(
  reader: Reader,
  after: string,
  upTo: string,
): Promise<number[]> {
  const rows = await statement<{ id: number }>(
    reader,
    `with changes as (
       select kind, id from till_catalog_changes
       where version > $1::bigint and version <= $2::bigint and kind <> 'terms')
     select id::int as id from changes where kind = 'product'
     union
     select v.product_id from changes join product_variants v
       on v.id = case when changes.kind = 'variant' then changes.id::uuid end
     union
     select bundle.product_id from bundle_parts b
       join product_variants part on part.id = b.variant_id
       join product_variants bundle on bundle.id = b.bundle_id
     where part.id::text in (select id from changes where kind = 'variant')
       or part.product_id::text in (select id from changes where kind = 'product')`,
    [after, upTo],
  );
  return rows.map(({ id }) => id);
}

/** Whether the log still has the changes after this version. */
export async function knowsChangesSince(reader: Reader, version: string): Promise<boolean> {
  const [row] = await statement<{ known: boolean }>(
    reader,
    `select coalesce(min(version) <= $1::bigint + 1, true) as known from till_catalog_changes`,
    [version],
  );
  return row?.known ?? false;
}

export const productsOnSale = (reader: Reader, which: Which): Promise<ProductRow[]> =>
  statement<ProductRow>(
    reader,
    `select p.id, search_text(p.name) as name, p.created_at, p.category_id, p.brand_id, p.is_digital
     from products p where p.is_active and ${chosen(which, 'p.id', 1)}`,
    valuesOf(which),
  );

/** How a store sells: the price lists that are valid now, the first decides. */
export type Terms = {
  listIds: readonly string[];
  /** Stores of the base currency sell at the variants' own prices what no list has. */
  hasOwnPrices: boolean;
  at: Date;
};

/** The variants that are sold, with the prices of one piece or unit: as `choosePrice` chooses. */
const soldSql = ({ listIds, hasOwnPrices }: Terms, which: Which): string => {
  const products = chosen(which, 'v.product_id', 1);
  if (listIds.length === 0) {
    return `select v.product_id, v.id, v.attributes, v.price
      from product_variants v where v.is_active and ${products} and $3::uuid[] is not null
        and $4::timestamptz is not null ${hasOwnPrices ? '' : 'and false'}`;
  }
  return `select v.product_id, v.id, v.attributes, coalesce(listed.amount, v.price) as price
    from product_variants v ${hasOwnPrices ? 'left ' : ''}join (
      select distinct on (p.variant_id) p.variant_id, p.amount
      from prices p join unnest($3::uuid[]) with ordinality as list (id, place)
        on list.id = p.price_list_id
      where p.min_quantity <= 1 and (p.valid_from is null or p.valid_from <= $4::timestamptz)
        and p.variant_id in (select v.id from product_variants v where ${products})
      order by p.variant_id, list.place, p.min_quantity desc, p.valid_from desc nulls last
    ) as listed on listed.variant_id = v.id
    where v.is_active and ${products}`;
};

const soldValues = ({ listIds, at }: Terms, which: Which): unknown[] => [
  ...valuesOf(which),
  listIds,
  at,
];

export type SoldRow = {
  product_id: number;
  price: string;
  /** The attributes of the variants, one JSON object per line. */
  attributes: string | null;
};

/** The lowest price of each product and the attributes of what is sold of it. */
export const soldProducts = (reader: Reader, terms: Terms, which: Which): Promise<SoldRow[]> =>
  statement<SoldRow>(
    reader,
    `select sold.product_id, min(sold.price)::text as price,
       string_agg(distinct sold.attributes::text, E'\\n') filter (where sold.attributes <> '{}')
         as attributes
     from (${soldSql(terms, which)}) as sold group by sold.product_id`,
    soldValues(terms, which),
  );

/** The products of which one of these stores can sell something; digital ones are always there. */
export async function stockedProducts(
  reader: Reader,
  storeIds: readonly string[],
  terms: Terms,
  which: Which,
): Promise<number[]> {
  const rows = await statement<{ id: number }>(
    reader,
    `with sold as materialized (${soldSql(terms, which)})
     select sold.product_id as id from sold join sellable_stock stock on stock.variant_id = sold.id
     where stock.available > 0 and stock.store_id = any($5::uuid[])
     union
     select p.id from products p where p.is_digital and p.id in (select product_id from sold)`,
    [...soldValues(terms, which), storeIds],
  );
  return rows.map(({ id }) => id);
}

/** The products whose price changes in this time because a list or a price begins or ends. */
export async function pricesChangedBetween(
  reader: Reader,
  after: Date,
  upTo: Date,
): Promise<number[]> {
  const rows = await statement<{ id: number }>(
    reader,
    `select distinct v.product_id as id from product_variants v where v.id in (
       select variant_id from prices where valid_from > $1 and valid_from <= $2
       union all
       select p.variant_id from prices p join price_lists l on l.id = p.price_list_id
       where (l.valid_from > $1 and l.valid_from <= $2) or (l.valid_to > $1 and l.valid_to <= $2))`,
    [after, upTo],
  );
  return rows.map(({ id }) => id);
}

/** The number of the last event of each store; 0 if none is kept. */
export async function lastEvents(
  reader: Reader,
  storeIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ id: string; seq: string }>(
    reader,
    `select store.id, coalesce(stream.last_seq, 0)::text as seq
     from unnest($1::uuid[]) as store (id)
       left join event_streams stream on stream.stream_id = store.id`,
    [storeIds],
  );
  return new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
}

/** The last event of a store, and the variants whose level changed since a number. */
export type StockChanges = {
  storeId: string;
  last: number;
  /** False if events since the number are missing or more than `most`. */
  isWhole: boolean;
  variantIds: string[];
};

export async function stockChanges(
  reader: Reader,
  positions: ReadonlyMap<string, number>,
  most: number,
): Promise<StockChanges[]> {
  const rows = await statement<{
    id: string;
    last: string;
    is_whole: boolean;
    variants: string[] | null;
  }>(
    reader,
    `select store.id, stream.last_seq::text as last, found.variants,
       found.count = stream.last_seq - store.after as is_whole
     from unnest($1::uuid[], $2::bigint[]) as store (id, after)
       join event_streams stream
         on stream.stream_id = store.id and stream.last_seq <> store.after
       cross join lateral (
         select count(*), array_agg(distinct data ->> 'variant_id')
             filter (where event = 'inventory.changed') as variants
         from events_after(store.id, store.after, $3)) as found`,
    [[...positions.keys()], [...positions.values()], most],
  );
  return rows.map(({ id, last, is_whole, variants }) => ({
    storeId: id,
    last: Number(last),
    isWhole: is_whole,
    variantIds: variants ?? [],
  }));
}

/** The products of variants, and of the bundles that contain them. */
export async function productsOfVariants(
  reader: Reader,
  variantIds: readonly string[],
): Promise<number[]> {
  const rows = await statement<{ id: number }>(
    reader,
    `select product_id as id from product_variants where id = any($1::uuid[])
     union
     select v.product_id from bundle_parts b join product_variants v on v.id = b.bundle_id
     where b.variant_id = any($1::uuid[])`,
    [variantIds],
  );
  return rows.map(({ id }) => id);
}
