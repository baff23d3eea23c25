import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { InventoryLevels } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Unit } from '../../platform/quantity.js';
import {
  type GoodsNames,
  isCommon,
  MAX_SCANNED_ROWS,
  matchingVariantIds,
  nameMatches,
  variantMatches,
} from '../catalog/index.js';

/** A level with the SKU and names of its variant. */
export type Level = GoodsNames & {
  id: string;
  store_id: string;
  variant_id: string;
  sku: string;
  name: string;
  unit: Unit;
  on_hand: number;
  reserved: number;
  reorder_point: number;
  is_active: boolean;
  /** Active, with a reorder point that the stock has reached; the database derives it. */
  is_low: boolean;
  sanity_id: string | null;
  created_at: Date;
  updated_at: Date;
};

const withGoods = (reader: Reader) =>
  reader
    .selectFrom('inventory_levels as level')
    .innerJoin('product_variants as variant', 'variant.id', 'level.variant_id')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .select([
      'level.id',
      'level.store_id',
      'level.variant_id',
      'variant.sku',
      sql<string>`coalesce(nullif(variant.name, ''), product.name)`.as('name'),
      'product.name as product_name',
      'variant.name as variant_name',
      sql<Unit>`variant.unit`.as('unit'),
      'level.on_hand',
      'level.reserved',
      'level.reorder_point',
      'level.is_active',
      'level.is_low',
      'level.sanity_id',
      'level.created_at',
      'level.updated_at',
    ]);

export type LevelFilter = {
  /** The stores the caller may access; undefined means all. */
  storeIds?: readonly string[];
  variantId?: string;
  sku?: string;
  /** Words of the name, start of the SKU, or barcode. */
  q?: string;
  isLow?: boolean;
  isActive?: boolean;
};

type After = { sku: string; id: string } | undefined;

/** All conditions except the search. */
function conditionsOf(filter: LevelFilter, after: After): RawBuilder<boolean>[] {
  const { storeIds, variantId, sku, isLow, isActive } = filter;
  const given: (RawBuilder<boolean> | false | undefined)[] = [
    storeIds && sql<boolean>`level.store_id = any(${storeIds}::uuid[])`,
    variantId !== undefined && sql<boolean>`level.variant_id = ${variantId}::uuid`,
    sku !== undefined && sql<boolean>`variant.sku = ${sku}`,
    isLow !== undefined && sql<boolean>`level.is_low = ${isLow}`,
    isActive !== undefined && sql<boolean>`level.is_active = ${isActive}`,
    after && sql<boolean>`(variant.sku, level.id) > (${after.sku}, ${after.id}::uuid)`,
  ];
  return given.flatMap(condition => condition || []);
}

/** Sorted by SKU; `after` is the SKU and id of the last row of the previous page. */
export async function listLevels(
  reader: Reader,
  filter: LevelFilter,
  after: After,
  limit: number,
): Promise<Level[]> {
  const conditions = conditionsOf(filter, after);
  const list = (...more: RawBuilder<boolean>[]): Promise<Level[]> => {
    let query = withGoods(reader).orderBy('variant.sku').orderBy('level.id').limit(limit);
    for (const condition of [...conditions, ...more]) query = query.where(condition);
    return query.execute();
  };
  const q = filter.q?.trim();
  if (!q) return list();
  if (await isCommon(reader, q)) {
    const ids = await nearMatches(reader, q, conditions, limit);
    if (ids.length === limit) return list(sql<boolean>`level.id = any(${ids}::uuid[])`);
  }
  // A rare word, a common one with too few matches near this page, or the last page.
  return list(sql<boolean>`level.variant_id = any(array(${matchingVariantIds(q)}))`);
}

/** Matches among the next rows of the list, in its order; less than a page if they are rare. */
async function nearMatches(
  reader: Reader,
  q: string,
  conditions: readonly RawBuilder<boolean>[],
  limit: number,
): Promise<string[]> {
  const all = sql.join([...conditions, sql<boolean>`true`], sql` and `);
  const { rows } = await sql<{ id: string }>`
    select near.id from (
      select level.id, level.variant_id, variant.sku, product.name as product_name
      from inventory_levels level join product_variants variant on variant.id = level.variant_id
        join products product on product.id = variant.product_id
      where ${all} order by variant.sku, level.id limit ${MAX_SCANNED_ROWS}) near
    join product_variants v on v.id = near.variant_id
    where ${nameMatches(sql`near.product_name`, q)} or ${variantMatches(q)}
    order by near.sku, near.id limit ${limit}`.execute(reader);
  return rows.map(({ id }) => id);
}

/** Low levels, those furthest below their reorder point first. */
export const lowStock = (
  reader: Reader,
  storeIds: readonly string[] | undefined,
  limit: number,
): Promise<Level[]> => {
  let query = withGoods(reader)
    .where('level.is_low', '=', true)
    .orderBy(sql`level.on_hand - level.reorder_point`)
    .orderBy('variant.sku')
    .orderBy('level.id')
    .limit(limit);
  if (storeIds) query = query.where('level.store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  return query.execute();
};

/** How many goods of each store are low; a store without any has no entry. */
export async function countLow(
  reader: Reader,
  storeIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ store_id: string; low: number }>(
    reader,
    `select store_id, count(*)::int as low from inventory_levels
     where is_low and store_id = any($1::uuid[]) group by store_id`,
    [storeIds],
  );
  return new Map(rows.map(({ store_id, low }) => [store_id, low]));
}

export const levelById = (reader: Reader, id: string): Promise<Level | undefined> =>
  withGoods(reader).where('level.id', '=', id).executeTakeFirst();

/** In the order of their ids, which is the order of creation. */
export const levelsByIds = (reader: Reader, ids: readonly string[]): Promise<Level[]> =>
  withGoods(reader)
    .where('level.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('level.id')
    .execute();

export const levelsOf = (
  reader: Reader,
  storeIds: readonly string[],
  variantIds: readonly string[],
): Promise<Level[]> =>
  withGoods(reader)
    .where('level.store_id', '=', sql<string>`any(${storeIds}::uuid[])`)
    .where('level.variant_id', '=', sql<string>`any(${variantIds}::uuid[])`)
    .execute();

export const levelOf = (
  reader: Reader,
  storeId: string,
  variantId: string,
): Promise<Level | undefined> =>
  withGoods(reader)
    .where('level.store_id', '=', storeId)
    .where('level.variant_id', '=', variantId)
    .executeTakeFirst();

/** Stock of each variant over all stores; negative levels count as 0. */
export async function stockInAllStores(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ variant_id: string; on_hand: number }>(
    reader,
    `select variant_id, sum(greatest(on_hand, 0))::int as on_hand from inventory_levels
     where variant_id = any($1::uuid[]) group by variant_id`,
    [variantIds],
  );
  return new Map(rows.map(row => [row.variant_id, row.on_hand]));
}

export const insertLevel = (tx: Tx, row: Insertable<InventoryLevels>) =>
  tx.insertInto('inventory_levels').values(row).execute();

/** Settings only; movements change `on_hand` and reservations change `reserved`. */
export const updateLevel = (
  tx: Tx,
  id: string,
  change: Pick<Updateable<InventoryLevels>, 'reorder_point' | 'is_active' | 'sanity_id'>,
) =>
  tx
    .updateTable('inventory_levels')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Locks the level until commit, so that no sale changes it before the delete. */
export const lockLevel = (tx: Tx, id: string) =>
  tx
    .selectFrom('inventory_levels')
    .select(['id', 'store_id', 'sanity_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Returns false if the level has stock, reservations or movements. */
export async function deleteUnusedLevel(tx: Tx, id: string): Promise<boolean> {
  const rows = await statement(
    tx,
    `delete from inventory_levels level
     where id = $1 and on_hand = 0 and reserved = 0 and not exists (
       select from stock_movements m where m.store_id = level.store_id and m.variant_id = level.variant_id)
     returning id`,
    [id],
  );
  return rows.length > 0;
}

/** Available quantity of each variant at a store; 0 without an active level. */
export async function availability(
  reader: Reader,
  storeId: string,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ variant_id: string; available: number }>(
    reader,
    `select variant_id, available from sellable_stock
     where store_id = $1 and variant_id = any($2::uuid[])`,
    [storeId, variantIds],
  );
  const known = new Map(rows.map(row => [row.variant_id, row.available]));
  return new Map(variantIds.map(id => [id, known.get(id) ?? 0]));
}

export type Imbalance = {
  store_id: string;
  variant_id: string;
  recorded: number;
  expected: number;
};

const MAX_IMBALANCES = 100;

/** Levels whose `on_hand` differs from the sum of their movements; always empty unless corrupt. */
export const levelsOutOfBalance = (reader: Reader): Promise<Imbalance[]> =>
  statement(
    reader,
    `select store_id, variant_id, coalesce(level.on_hand, 0) as recorded,
            coalesce(ledger.total, 0)::int as expected
     from inventory_levels level
       full join (select store_id, variant_id, sum(quantity) as total from stock_movements
                  group by store_id, variant_id) as ledger using (store_id, variant_id)
     where coalesce(level.on_hand, 0) <> coalesce(ledger.total, 0)
     order by store_id, variant_id limit $1`,
    [MAX_IMBALANCES],
  );

/** Levels whose `reserved` differs from their open reservations; always empty unless corrupt. */
export const reservedOutOfBalance = (reader: Reader): Promise<Imbalance[]> =>
  statement(
    reader,
    `select store_id, variant_id, coalesce(level.reserved, 0) as recorded,
            coalesce(open.total, 0)::int as expected
     from inventory_levels level
       full join (select r.store_id, line.variant_id, sum(line.quantity) as total
                  from reservations r join reservation_lines line on line.reservation_id = r.id
                  where r.status = 'held' group by r.store_id, line.variant_id) as open
       using (store_id, variant_id)
     where coalesce(level.reserved, 0) <> coalesce(open.total, 0)
     order by store_id, variant_id limit $1`,
    [MAX_IMBALANCES],
  );

/** Number of low levels by store code. */
export async function countStockAlerts(reader: Reader): Promise<Record<string, number>> {
  const rows = await statement<{ code: string; alerts: number }>(
    reader,
    `select s.code, count(l.variant_id)::int as alerts
     from stores s left join inventory_levels l on l.store_id = s.id and l.is_low
     group by s.code`,
  );
  return Object.fromEntries(rows.map(row => [row.code, row.alerts]));
}
