import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ParLevels } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Unit } from '../../platform/quantity.js';
import type { GoodsNames } from '../catalog/index.js';

/** A par level with its variant and its computed shortfall. */
export type ParLevel = Selectable<ParLevels> &
  GoodsNames & {
    store_id: string;
    zone_code: string;
    zone_name: string;
    sku: string;
    /** Quantities are in steps of it. */
    unit: Unit;
    name: string;
    /** Null if it is not known in the currency of the store. */
    cost: string | null;
    on_hand: number;
    covered_quantity: number;
    shortfall: number;
    is_below_minimum: boolean;
  };

/**
 * Stock is known per store, not per zone. The query allocates it to the zones in their order, each
 * up to its par, so that the shortfalls of a store add up to what it lacks.
 */
const PAR_LEVELS = `
select par.*, case when in_use then par_quantity - covered_quantity else 0 end as shortfall,
  in_use and covered_quantity < minimum_quantity as is_below_minimum
from (
  select filled.*, case when in_use
    then greatest(0, least(par_quantity, on_hand - taken_before)) else 0 end as covered_quantity
  from (
    select p.*, z.store_id, z.code as zone_code, z.name as zone_name, v.sku, v.unit,
      (select v.cost from stores s where s.id = z.store_id and s.currency = v.cost_currency) as cost,
      coalesce(nullif(v.name, ''), product.name) as name, product.name as product_name,
      v.name as variant_name, coalesce(level.on_hand, 0) as on_hand,
      p.is_active and z.is_active as in_use,
      coalesce(sum(p.par_quantity) filter (where p.is_active and z.is_active) over (
        partition by z.store_id, p.variant_id order by z.sort_order, z.code, p.id
        rows between unbounded preceding and 1 preceding), 0)::int as taken_before
    from par_levels p join zones z on z.id = p.zone_id
      join product_variants v on v.id = p.variant_id
      join products product on product.id = v.product_id
      left join inventory_levels level
        on level.store_id = z.store_id and level.variant_id = p.variant_id
  ) as filled
) as par`;

export async function parLevelById(reader: Reader, id: string): Promise<ParLevel | undefined> {
  const [row] = await statement<ParLevel>(
    reader,
    `select * from (${PAR_LEVELS}) as p where p.id = $1`,
    [id],
  );
  return row;
}

export type ParFilter = {
  /** Undefined means all stores; an empty list means none. */
  storeIds?: readonly string[];
  zoneId?: string;
  sku?: string;
  isShort?: boolean;
  isBelowMinimum?: boolean;
};

/** Sorted by SKU. */
export const listParLevels = (
  reader: Reader,
  filter: ParFilter,
  after: readonly unknown[] | undefined,
  limit: number | null,
): Promise<ParLevel[]> =>
  statement<ParLevel>(
    reader,
    `select * from (${PAR_LEVELS}) as p
     where ($1::uuid[] is null or store_id = any($1)) and ($2::uuid is null or zone_id = $2)
       and ($3::text is null or sku = $3) and ($4::boolean is null or (shortfall > 0) = $4)
       and ($5::boolean is null or is_below_minimum = $5)
       and ($6::text is null or (sku, id) > ($6, $7::uuid))
     order by sku, id limit $8`,
    [
      filter.storeIds ?? null,
      filter.zoneId ?? null,
      filter.sku ?? null,
      filter.isShort ?? null,
      filter.isBelowMinimum ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  );

/** What a store lacks of a variant, and the setting that says so. */
export type Shortage = GoodsNames &
  Pick<ParLevel, 'variant_id' | 'sku' | 'unit' | 'cost' | 'shortfall'> & {
    source: 'par_level' | 'reorder_point';
  };

/**
 * Variants at or below their reorder point that have no par level in use at the store. The shortfall
 * takes the stock to one unit above the point, where it no longer counts as low.
 */
export const lowWithoutParLevel = (reader: Reader, storeId: string): Promise<Shortage[]> =>
  statement<Shortage>(
    reader,
    `select level.variant_id, v.sku, v.unit, product.name as product_name, v.name as variant_name,
       (select v.cost from stores s where s.id = level.store_id and s.currency = v.cost_currency)
         as cost,
       level.reorder_point + steps_per_unit(v.unit) - greatest(level.on_hand, 0) as shortfall,
       'reorder_point' as source
     from inventory_levels level
       join product_variants v on v.id = level.variant_id
       join products product on product.id = v.product_id
     where level.store_id = $1 and level.is_low and v.is_active and product.is_active
       and not product.is_digital
       and not exists (select from bundle_parts part where part.bundle_id = level.variant_id)
       and not exists (
         select from par_levels p join zones z on z.id = p.zone_id
         where z.store_id = level.store_id and p.variant_id = level.variant_id
           and p.is_active and z.is_active)
     order by v.sku`,
    [storeId],
  );

export const insertParLevel = (tx: Tx, row: Insertable<ParLevels>) =>
  tx.insertInto('par_levels').values(row).execute();

export const updateParLevel = (tx: Tx, id: string, change: Updateable<ParLevels>) =>
  tx
    .updateTable('par_levels')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteParLevel = (tx: Tx, id: string) =>
  tx.deleteFrom('par_levels').where('id', '=', id).execute();

/** Serialises orders of a store, so that two concurrent requests do not order twice. */
export const lockOrdering = (tx: Tx, storeId: string): Promise<unknown> =>
  statement(tx, `select pg_advisory_xact_lock(hashtextextended('par-levels:' || $1, 0))`, [
    storeId,
  ]);
