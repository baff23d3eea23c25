import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../platform/database/tx.js';
import type { Ordering } from '../rules.js';
import { isCommon, MAX_SCANNED_ROWS, variantMatches } from '../search-repository.js';
import { nameMatches } from '../variants/repository.js';
import { conditionsOf, type ProductFilter } from './filter-repository.js';
import { type Product, selectProducts } from './repository.js';

/** Sort columns, with lossless conversion to and from the text in the cursor. */
const SORTED_BY = {
  name: {
    column: sql`lower(products.name)`,
    key: sql<string>`lower(products.name)`,
    parseKey: (key: string) => sql`${key}::text`,
  },
  created_at: {
    column: sql`products.created_at`,
    key: sql<string>`to_char(products.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    parseKey: (key: string) => sql`${key}::timestamptz`,
  },
};

export type ProductPosition = { key: string; id: number };

type Page = {
  filter: ProductFilter;
  ordering: Ordering;
  after: ProductPosition | undefined;
  limit: number;
};

/** The position after which a page begins, as a condition. */
function beyond({ ordering, after }: Page): RawBuilder<boolean>[] {
  if (after === undefined) return [];
  const sign = ordering.descending ? sql`<` : sql`>`;
  if (ordering.field === 'id') return [sql<boolean>`products.id ${sign} ${after.id}::integer`];
  const { column, parseKey } = SORTED_BY[ordering.field];
  return [
    sql<boolean>`(${column}, products.id) ${sign} (${parseKey(after.key)}, ${after.id}::integer)`,
  ];
}

export type ListedProduct = Product & { sort_key: string };

function listWhere(
  reader: Reader,
  conditions: readonly RawBuilder<boolean>[],
  page: Page,
): Promise<ListedProduct[]> {
  const { ordering, limit } = page;
  const sorted = ordering.field === 'id' ? undefined : SORTED_BY[ordering.field];
  const direction = ordering.descending ? 'desc' : 'asc';
  let query = selectProducts(reader).select((sorted?.key ?? sql<string>`''`).as('sort_key'));
  for (const condition of [...conditions, ...beyond(page)]) query = query.where(condition);
  if (sorted) query = query.orderBy(sorted.column, direction);
  return query.orderBy('products.id', direction).limit(limit).execute();
}

export async function listProducts(
  reader: Reader,
  filter: ProductFilter,
  ordering: Ordering,
  after: ProductPosition | undefined,
  limit: number,
): Promise<ListedProduct[]> {
  const page = { filter, ordering, after, limit };
  const q = filter.q?.trim();
  if (q && (await isCommon(reader, q))) {
    const ids = await nearMatches(reader, q, page);
    const ofPage = sql<boolean>`products.id = any(${ids}::integer[])`;
    if (ids.length === limit) return listWhere(reader, [ofPage], page);
  }
  // A rare word, a common one with too few matches near this page, or the last page.
  return listWhere(reader, conditionsOf(filter), page);
}

/** Matches among the next rows of the list, in its order; less than a page if they are rare. */
async function nearMatches(reader: Reader, q: string, page: Page): Promise<number[]> {
  const { ordering, limit, filter } = page;
  const { q: _, ...others } = filter;
  const conditions = [...conditionsOf(others), ...beyond(page), sql<boolean>`true`];
  const key = ordering.field === 'id' ? sql`products.id` : SORTED_BY[ordering.field].column;
  const direction = ordering.descending ? sql`desc` : sql`asc`;
  // Offset 0 keeps the planner from collecting the matching variants of all products first.
  const { rows } = await sql<{ id: number }>`
    select near.id from (
      select products.id, products.name, ${key} as sort_key from products
      where ${sql.join(conditions, sql` and `)}
      order by ${key} ${direction}, products.id ${direction} limit ${MAX_SCANNED_ROWS}) near
    where ${nameMatches(sql`near.name`, q)} or exists (
      select from product_variants v where v.product_id = near.id and ${variantMatches(q)} offset 0)
    order by near.sort_key ${direction}, near.id ${direction} limit ${limit}`.execute(reader);
  return rows.map(({ id }) => id);
}
