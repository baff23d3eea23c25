import { type Autocommit, type Reader, statement } from '../../../platform/database/tx.js';
import { partsOnSaleSql, partWeightSql } from '../../catalog/index.js';
import { smallUrlSql } from '../../media/index.js';

/** The last change that a snapshot contains; `stamp` tells it from one of a restored database. */
export type Version = { version: number; stamp: string };

const VERSION = `version, (extract(epoch from changed_at) * 1000000)::bigint::text as stamp`;

export async function latestVersion(reader: Reader): Promise<Version | undefined> {
  const [row] = await statement<Version>(
    reader,
    `select ${VERSION} from till_catalog_changes order by version desc, kind, id limit 1`,
  );
  return row;
}

/** Whether this database has made the change, and still knows all that came after it. */
export async function isKnown(reader: Reader, { version, stamp }: Version): Promise<boolean> {
  const [row] = await statement<Version>(
    reader,
    `select ${VERSION} from till_catalog_changes where version = $1 order by kind, id limit 1`,
    [version],
  );
  return row?.stamp === stamp;
}

/** The ids of the variants that changed after a version, with bundles of them, gone ones included. */
export async function changedVariants(reader: Reader, since: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `with changed as (
       select id from till_catalog_changes where version > $1 and kind = 'variant'
       union
       select v.id::text from product_variants v where v.product_id in (
         select id::bigint from till_catalog_changes where version > $1 and kind = 'product'))
     select id from changed
     union
     select part.bundle_id::text from bundle_parts part join changed on changed.id = part.variant_id::text`,
    [since],
  );
  return rows.map(row => row.id);
}

/** The newest row stays: it names the present version. */
export const deleteOldChanges = (writer: Autocommit, before: Date) =>
  statement(
    writer,
    `delete from till_catalog_changes where changed_at < $1
       and version < (select max(version) from till_catalog_changes)`,
    [before],
  );

const PER_PART = 2_000;

/**
 * JSON made by the database, some thousand records per row: a catalogue of 100,000 variants would
 * keep this node busy for a second.
 */
const parts = async (reader: Reader, rows: string, values: readonly unknown[]): Promise<string[]> =>
  (
    await statement<{ part: string }>(
      reader,
      `select string_agg(record::text, ',') as part
       from (select record, (row_number() over () - 1) / ${PER_PART} as chunk
         from (${rows}) as records (record)) as numbered
       group by chunk`,
      values,
    )
  ).map(row => row.part);

const SHOWN = `${smallUrlSql} as url, nullif(i.focal_x, 0.5) as focal_x,
  nullif(i.focal_y, 0.5) as focal_y`;

/** The first picture of each variant that has its own. */
const OWN_PICTURES = `(select distinct on (i.variant_id) i.variant_id, ${SHOWN}
  from product_pictures i join media m on m.id = i.media_id
  where i.variant_id is not null order by i.variant_id, i.position, i.id)`;

/** The first picture of each product that is for all of its variants. */
const SHARED_PICTURES = `(select distinct on (i.product_id) i.product_id, ${SHOWN}
  from product_pictures i join media m on m.id = i.media_id
  where i.variant_id is null order by i.product_id, i.position, i.id)`;

/** The parts of each bundle, and what they require of its buyer. */
const BUNDLES = `(select part.bundle_id, bool_and(v.is_active and p.is_active) as is_sold,
    max(p.minimum_age) as minimum_age,
    json_agg(json_build_object('variant_id', v.id, 'name', p.name, 'variant_name', v.name,
      'quantity', shown_quantity(part.quantity, v.unit)::float8, 'unit', nullif(v.unit, 'piece'),
      'weight', ${partWeightSql('v')},
      'is_tax_exempt', p.is_tax_exempt, 'tax_class', p.tax_class) order by part.position) as parts
  from bundle_parts part join product_variants v on v.id = part.variant_id
    join products p on p.id = v.product_id
  group by part.bundle_id)`;

/** `,"name":value` of a JSON object; nothing where the value is null. */
const field = (name: string, json: string): string => `',"${name}":' || (${json})`;
const text = (sql: string): string => `to_json(${sql})::text`;
const quoted = (sql: string): string => `'"' || ${sql} || '"'`;
const flag = (sql: string): string => `case when ${sql} then 'true' end`;

/**
 * A JSON object, written piece by piece: `json_strip_nulls(json_build_object(…))` takes three times
 * as long, which is a second for 100,000 variants.
 */
const record = (id: string, fields: readonly string[]): string =>
  `concat('{"id":', ${id}, ${fields.join(', ')}, '}')`;

/** Fields with their usual value are left out. */
const FIELDS = [
  field('product_id', 'p.id'),
  field('product', text('p.name')),
  field('category_id', quoted('p.category_id')),
  field('collection_ids', 'c.ids::text'),
  field('is_tax_exempt', flag('p.is_tax_exempt')),
  field('tax_class', text('p.tax_class')),
  field('sku', text('v.sku')),
  field('name', text(`nullif(v.name, '')`)),
  field('barcode', text('v.barcode')),
  field('unit', text(`nullif(v.unit, 'piece')`)),
  field('price', quoted('v.price')),
  field('minimum_age', 'greatest(p.minimum_age, bundle.minimum_age)'),
  field('sort_order', 'nullif(v.sort_order, 0)'),
  field('parts', 'bundle.parts::text'),
  field('picture', text('coalesce(own.url, shared.url)')),
  field('focal_x', 'case when own.url is null then shared.focal_x else own.focal_x end'),
  field('focal_y', 'case when own.url is null then shared.focal_y else own.focal_y end'),
];

/**
 * `ids` null: all variants that are sold. That is a statement of its own: a plan for both would join
 * 100,000 rows as if they were a few.
 */
export const variantParts = (reader: Reader, ids: readonly string[] | null): Promise<string[]> =>
  parts(
    reader,
    `select ${record(quoted('v.id'), FIELDS)}
     from product_variants v join products p on p.id = v.product_id
       left join ${OWN_PICTURES} as own on own.variant_id = v.id
       left join ${SHARED_PICTURES} as shared on shared.product_id = p.id
       left join (select product_id, json_agg(collection_id order by collection_id) as ids
         from product_collections group by product_id) as c on c.product_id = p.id
       left join ${BUNDLES} as bundle on bundle.bundle_id = v.id
     where v.is_active and p.is_active and not p.is_draft and coalesce(bundle.is_sold, true)
       ${ids === null ? '' : 'and v.id = any($1::uuid[])'}`,
    ids === null ? [] : [ids],
  );

/** The lists that a store uses. */
const LISTS = `(select l.* from price_lists l join stores s on s.id = $1 and s.currency = l.currency
  where cardinality(l.store_ids) = 0 or s.id = any(l.store_ids))`;

const PRICE = [
  field('price_list_id', quoted('p.price_list_id')),
  field('min_quantity', 'p.min_quantity::float8'),
  field('amount', quoted('p.amount')),
  field('valid_from', text('p.valid_from')),
];

export const priceParts = (
  reader: Reader,
  storeId: string,
  ids: readonly string[] | null,
): Promise<string[]> =>
  parts(
    reader,
    `select concat('{"variant_id":', ${quoted('p.variant_id')}, ${PRICE.join(', ')}, '}')
     from prices p join ${LISTS} as l on l.id = p.price_list_id
     ${ids === null ? '' : 'where p.variant_id = any($2::uuid[])'}`,
    ids === null ? [storeId] : [storeId, ids],
  );

/** The ids among these that are not sold any more. */
export async function goneOf(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from unnest($1::text[]) as asked (id)
     where not exists (select from product_variants v join products p on p.id = v.product_id
       where v.id = asked.id::uuid and v.is_active and p.is_active and not p.is_draft
         and ${partsOnSaleSql})
     order by id`,
    [ids],
  );
  return rows.map(row => row.id);
}

export type Terms = { price_lists: object[]; tax_rates: object[]; categories: object[] };

/** Everything besides goods: short, and sent whole. */
export async function termsOf(reader: Reader, storeId: string): Promise<Terms> {
  const [row] = await statement<Terms>(
    reader,
    `select
       (select coalesce(json_agg(json_build_object('id', l.id, 'code', l.code,
          'currency', l.currency, 'customer_group', l.customer_group, 'valid_from', l.valid_from,
          'valid_to', l.valid_to, 'priority', l.priority) order by l.priority desc, l.code), '[]')
        from ${LISTS} as l) as price_lists,
       (select coalesce(json_agg(json_build_object('jurisdiction', j.code, 'tax_class', r.tax_class,
          'rate', r.rate::text, 'valid_from', r.valid_from, 'valid_to', r.valid_to)
          order by j.code, r.tax_class, r.valid_from nulls first), '[]')
        from store_tax_jurisdictions sj join tax_jurisdictions j on j.id = sj.jurisdiction_id
          cross join lateral (
            select t.tax_class, t.rate, t.valid_from, t.valid_to from tax_rates t
            where t.jurisdiction_id = j.id
            union all select null, j.rate, null, null) as r
        where sj.store_id = $1 and j.is_active) as tax_rates,
       (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
          'sort_order', c.sort_order) order by c.sort_order, c.name), '[]')
        from categories c where c.is_active) as categories`,
    [storeId],
  );
  if (row === undefined) throw new Error('no terms of a store returned');
  return row;
}
