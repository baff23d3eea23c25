import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { LevelChange, MovementKind } from './rules.js';

/** `quantity` is added to `on_hand`. */
export type Movement = {
  storeId: string;
  variantId: string;
  kind: MovementKind;
  quantity: number;
  reference?: string | null;
  reason?: string;
  actorId?: string | null;
  terminalId?: string | null;
  /** Idempotency key: movements of a key that was posted before are skipped. */
  onceKey?: string | null;
};

/** The columns of a changed level that every statement here returns. */
export const CHANGE_COLUMNS = `level.id, level.store_id as "storeId", level.variant_id as "variantId",
  level.on_hand as "onHand", level.reserved, level.reorder_point as "reorderPoint",
  level.is_active as "isActive"`;

/** SKU and name of a changed level. */
export const GOODS = `variant.sku, variant.unit, coalesce(nullif(variant.name, ''), product.name) as name`;
export const GOODS_JOIN = `join product_variants variant on variant.id = changed."variantId"
  join products product on product.id = variant.product_id`;

/**
 * Writes movements and updates their levels in one round trip, also for many sales at once. Creates
 * missing levels, locks levels in the order of store and variant, and stores the resulting balance
 * with each movement. Does not validate; the caller does. Sales, returns and voids of digital
 * products move no stock.
 */
export function postMovements(tx: Tx, movements: readonly Movement[]): Promise<LevelChange[]> {
  if (movements.length === 0) return Promise.resolve([]);
  const column = <T>(read: (movement: Movement) => T): T[] => movements.map(read);
  return statement<LevelChange>(tx, POST_MOVEMENTS, [
    column(movement => movement.onceKey ?? null),
    column(movement => movement.storeId),
    column(movement => movement.variantId),
    column(movement => movement.kind),
    column(movement => movement.quantity),
    column(movement => movement.reference ?? null),
    column(movement => movement.reason ?? ''),
    column(movement => movement.actorId ?? null),
    column(movement => movement.terminalId ?? null),
  ]);
}

const POST_MOVEMENTS = `
with line as (
  select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[],
      $7::text[], $8::uuid[], $9::text[])
    with ordinality as l (once_key, store_id, variant_id, kind, quantity, reference,
      reason, actor_id, terminal_id, nth)
), posted as (
  insert into stock_postings (key)
  select distinct once_key from line where once_key is not null order by once_key
  on conflict do nothing
  returning key
), due as (
  select * from line
  where (once_key is null or once_key in (select key from posted))
    and (kind not in ('sale', 'return', 'void') or not exists (
      select from product_variants variant join products product on product.id = variant.product_id
      where variant.id = line.variant_id and product.is_digital))
), total as (
  select store_id, variant_id, min(kind) as kind, sum(quantity)::int as quantity,
         case when min(terminal_id) = max(terminal_id) then min(terminal_id) end as terminal_id
  from due group by store_id, variant_id
), changed as (
  insert into inventory_levels as level (id, store_id, variant_id, on_hand)
  select movement_id(), store_id, variant_id, quantity from total order by store_id, variant_id
  on conflict (store_id, variant_id) do update
    set on_hand = level.on_hand + excluded.on_hand, updated_at = excluded.updated_at
  returning ${CHANGE_COLUMNS}
), moved as (
  insert into stock_movements
    (id, store_id, variant_id, kind, quantity, on_hand, reason, reference, actor_id)
  select movement_id(), due.store_id, due.variant_id, due.kind, due.quantity,
         changed."onHand" - total.quantity + sum(due.quantity)
           over (partition by due.store_id, due.variant_id order by due.nth),
         due.reason, due.reference, due.actor_id
  from due join total using (store_id, variant_id)
    join changed on changed."storeId" = due.store_id and changed."variantId" = due.variant_id
  order by due.store_id, due.variant_id, due.nth
)
select changed.*, ${GOODS}, total.quantity as change, total.kind, total.terminal_id as "terminalId"
from changed
  join total on total.store_id = changed."storeId" and total.variant_id = changed."variantId"
  ${GOODS_JOIN}
order by changed."storeId", changed."variantId"`;

export type LockedLevel = Omit<LevelChange, 'change' | 'kind' | 'terminalId'> & {
  /** Created by this call, so no event about it exists yet. */
  isNew: boolean;
};

/**
 * Locks levels in the order of store and variant. Creates missing ones, because a missing row
 * cannot be locked and two concurrent counts of a new variant would both start from zero.
 */
export const lockLevels = (
  tx: Tx,
  levels: readonly { storeId: string; variantId: string }[],
): Promise<LockedLevel[]> =>
  statement<LockedLevel>(
    tx,
    `with changed as (
       insert into inventory_levels as level (id, store_id, variant_id)
       select movement_id(), store_id, variant_id
       from (select distinct store_id, variant_id
             from unnest($1::uuid[], $2::uuid[]) as wanted (store_id, variant_id)) as wanted
       order by store_id, variant_id
       on conflict (store_id, variant_id) do update set updated_at = level.updated_at
       returning ${CHANGE_COLUMNS}, level.xmax = 0 as "isNew"
     )
     select changed.*, ${GOODS} from changed ${GOODS_JOIN}`,
    [levels.map(level => level.storeId), levels.map(level => level.variantId)],
  );

export type MovementRow = {
  id: string;
  kind: MovementKind;
  quantity: number;
  on_hand: number;
  reason: string;
  reference: string | null;
  actor_id: string | null;
  occurred_at: Date;
};

/** Newest first; `beforeId` continues a list. */
export const listMovements = (
  reader: Reader,
  level: { store_id: string; variant_id: string },
  beforeId: string | null,
  limit: number,
): Promise<MovementRow[]> =>
  statement<MovementRow>(
    reader,
    `select id, kind, quantity, on_hand, reason, reference, actor_id, occurred_at
     from stock_movements
     where store_id = $1 and variant_id = $2 and ($3::uuid is null or id < $3)
     order by id desc limit $4`,
    [level.store_id, level.variant_id, beforeId, limit],
  );

/**
 * SQL for what a store can sell of a variant; null if it does not stock it. A subquery for each row,
 * so that the view reads the parts of one bundle only.
 */
export const availableSql = (storeId: string, variantId: string): string =>
  `(select stock.available from sellable_stock stock
    where stock.store_id = ${storeId} and stock.variant_id = ${variantId})`;

/**
 * What a store can sell of variants, in steps of their units; without those it does not stock. Levels
 * below zero are shown as they are, where the view has 0: the till sees that its count is wrong.
 */
export const stockOfVariants = (
  reader: Reader,
  storeId: string,
  variantIds: readonly string[],
): Promise<{ variant_id: string; available: number; unit: string }[]> =>
  statement(
    reader,
    `select v.id as variant_id, v.unit, l.available
     from (select level.variant_id, level.on_hand - level.reserved as available
           from inventory_levels level
           where level.store_id = $1 and level.variant_id = any($2::uuid[]) and level.is_active
             and not exists (select from bundle_parts part where part.bundle_id = level.variant_id)
           union all
           select stock.variant_id, stock.available from sellable_stock stock
           where stock.store_id = $1 and stock.variant_id = any($2::uuid[])
             and exists (select from bundle_parts part where part.bundle_id = stock.variant_id)) as l
       join product_variants v on v.id = l.variant_id`,
    [storeId, variantIds],
  );
